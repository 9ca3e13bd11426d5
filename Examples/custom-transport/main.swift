import CachingClient
import HTTPCacheSemantics

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The files of a directory as an origin. What it does not find is a 404; what cannot be read is an error.
struct DirectoryTransport: Transport {
    let directory: String

    func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
        guard request.head.method == .get else {
            return IncomingResponse(head: ResponseHead(status: 405, fields: FieldSection([("Allow", "GET")])))
        }
        // A target's path is normalised: nothing leads out of the directory.
        let path = directory + request.head.target.path
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return IncomingResponse(head: ResponseHead(status: 404))
        }
        let tag = "\"\(status.st_size)-\(status.changed.tv_sec)-\(status.changed.tv_nsec)\""
        var fields = FieldSection([("ETag", tag), ("Cache-Control", "max-age=60")])
        if request.head.fields.combinedValue(of: "If-None-Match") == tag {
            return IncomingResponse(head: ResponseHead(status: 304, fields: fields))
        }
        let file = open(path, O_RDONLY)
        guard file >= 0 else { throw FileFailure(code: errno) }
        fields.append(name: "Content-Length", value: "\(status.st_size)")
        // Content in pieces: none is read before somebody asks for it.
        let pieces = Content(length: Int(status.st_size)) {
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            let count = read(file, &piece, piece.count)
            if count > 0 { return piece[..<count] }
            close(file)
            if count < 0 { throw FileFailure(code: errno) }
            return nil
        }
        return IncomingResponse(head: ResponseHead(status: 200, fields: fields), content: pieces)
    }
}

struct FileFailure: Error {
    let code: Int32
}

extension stat {
    var changed: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }
}

// The program: a directory with one file, and a client.
var template = Array("/tmp/custom-transport-XXXXXX".utf8CString)
guard let made = mkdtemp(&template) else { throw FileFailure(code: errno) }
let directory = String(cString: made)

func write(_ text: String) {
    let file = fopen(directory + "/page.txt", "w")
    fputs(text, file)
    fclose(file)
}

let client = CachingClient(
    transport: DirectoryTransport(directory: directory), store: MemoryStore(capacity: 1 << 20))

func ask(_ path: String, _ fields: [(String, String)] = []) async throws {
    let request = RequestHead(target: try TargetURI("file://localhost\(path)"), fields: FieldSection(fields))
    let answer = try await client.send(request)
    let content = String(decoding: try await answer.content.collect(upTo: 1 << 20), as: UTF8.self)
    print("\(answer.status) from \(answer.source): \(content)")
}

write("first")
try await ask("/page.txt")
try await ask("/page.txt")
try await ask("/page.txt", [("Cache-Control", "no-cache")])
write("second, and longer")
try await ask("/page.txt")
try await ask("/page.txt", [("Cache-Control", "no-cache")])
try await ask("/none.txt")
unlink(directory + "/page.txt")
rmdir(directory)
