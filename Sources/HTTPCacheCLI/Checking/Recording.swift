import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// The exchanges of a capture as a case of the fixture language, without any expectation.
///
/// The clock begins when the first request was sent, and never runs backwards: an exchange that began before the one
/// above has the same instant. Requests have their whole target, so that no origin is needed. Content is left out: it
/// is complete and unknown then.
struct Recording {
    let exchanges: [ReadExchange]
    let file: SourceFile

    var text: String {
        let observed = exchanges.map(\.observed)
        var now = observed.first?.requestTime ?? Settings.defaultClock
        let start = now
        var text = "# Recorded from \(ShownBytes.text(file.path)). What a cache should do is yours to say: write an\n"
        text += "# expectation (`= …`) in the place of each TODO, and cite the section that it comes from.\n"
        text += "clock   \(start)\n\ncase    TODO-name-this-case\n"
        for (exchange, times) in zip(exchanges, observed) {
            now = max(now, times.requestTime)
            text += "\n@ \(now.seconds(since: start))s\n"
            text += request(exchange)
            text += "# TODO = forward | validate | reuse fresh\n"
            let arrival = max(now, times.responseTime)
            if arrival > now { text += "@ \(arrival.seconds(since: start))s\n" }
            now = arrival
            text += "< HTTP/1.1 \(exchange.response.status)\n" + fields(exchange.responseMessage.fields, "<") + "<\n"
            text += "# TODO = store\n# TODO = lifetime T\n"
        }
        return text
    }

    private func request(_ exchange: ReadExchange) -> String {
        // No URI has a brace (RFC 3986 §2), and one could begin a date of the fixture language.
        let target = exchange.request.target.description.reduce(into: "") { $0 += $1 == "{" ? "%7B" : String($1) }
        return "> \(exchange.request.method) \(target) HTTP/1.1\n" + fields(exchange.request.fields, ">")
            + ">\n"
    }

    /// Field lines; those with bytes or braces that the language reads in another way are written with escapes.
    private func fields(_ section: FieldSection, _ mark: String) -> String {
        section.lines.map { line in
            guard !line.name.isEmpty, line.name.allSatisfy(\.isTokenByte) else {
                return
                    "# left out, as its name is none: \(ShownBytes.text(line.name)): \(ShownBytes.text(line.value))\n"
            }
            let name = String(decoding: line.name, as: UTF8.self)
            let isPlain =
                line.value.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x09 }
                && !FieldLine.text(line.value).contains("{date")
            if isPlain { return "\(mark) \(name): " + String(decoding: line.value, as: UTF8.self) + "\n" }
            return "\(mark)\\ \(name): " + line.value.map(Self.escaped).joined() + "\n"
        }.joined()
    }

    private static func escaped(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\\"): return "\\\\"
        case UInt8(ascii: "{"): return "\\x7B"
        case 0x20..<0x7F: return String(UnicodeScalar(byte))
        default:
            return "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
