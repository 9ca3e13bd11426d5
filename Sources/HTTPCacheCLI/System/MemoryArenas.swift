#if os(Linux) || os(Android)
    import CLinux
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Android)
        import Android
    #endif
#endif

/// The regions from which threads are given memory.
enum MemoryArenas {
    /// Asks for one a processor, and two at least. Otherwise glibc has up to eight a processor, and a thread that comes to
    /// a new one after minutes leaves megabytes behind in the one it had.
    static func limit() {
        #if os(Linux) || os(Android)
            linux_limit_arenas(Int32(clamping: max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
        #endif
    }
}
