/// For the benchmark, which measures the reading of Cache-Control without what surrounds it.
@_spi(Measuring)
public enum CacheControlReading {
    /// A number that depends on every directive of a response's Cache-Control line.
    public static func digest(_ line: Span<UInt8>) -> Int {
        var directives = ResponseDirectives()
        directives.read(line)
        return Int(directives.flags.rawValue) &+ Int(directives.maxAge) &+ Int(directives.sMaxAge)
            &+ Int(directives.staleWhileRevalidate) &+ Int(directives.staleIfError)
    }
}
