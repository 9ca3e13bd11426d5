#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

func startConnecting(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(descriptor, address, length)
}

/// Whether an attempt to connect goes on by itself.
func startedConnecting(_ error: Int32) -> Bool { error == EINPROGRESS || error == EALREADY }

func systemError() -> Int32 { errno }
