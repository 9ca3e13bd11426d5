import HTTPCacheSemantics
import HTTPWire
import XCTest

final class SerializerTests: XCTestCase {
    func testBytesOfARequest() throws {
        let head = try WireRequestHead(
            method: .get, target: Array("/a?b".utf8), fields: FieldSection([("Host", "a"), ("X", " 1 "), ("x", "")]))
        var bytes: [UInt8] = []
        Serializer.append(head, to: &bytes)
        XCTAssertEqual(String(decoding: bytes, as: UTF8.self), "GET /a?b HTTP/1.1\r\nHost: a\r\nX: 1\r\nx: \r\n\r\n")
    }

    func testBytesOfAResponse() throws {
        var bytes: [UInt8] = []
        Serializer.append(try WireResponseHead(status: StatusCode(404), fields: FieldSection([("X", "1")])), to: &bytes)
        Serializer.append(try WireResponseHead(status: StatusCode(299)), to: &bytes)
        XCTAssertEqual(
            String(decoding: bytes, as: UTF8.self), "HTTP/1.1 404 Not Found\r\nX: 1\r\n\r\nHTTP/1.1 299 \r\n\r\n")
    }

    func testBytesOfChunks() throws {
        var bytes: [UInt8] = []
        let nothing: [UInt8] = []
        Serializer.appendChunk(nothing.span, to: &bytes)
        XCTAssertEqual(bytes, [])
        let letters = [UInt8](repeating: 0x78, count: 26)
        Serializer.appendChunk(letters.span, to: &bytes)
        try Serializer.appendLastChunk(trailers: FieldSection([("T", "1")]), to: &bytes)
        XCTAssertEqual(
            String(decoding: bytes, as: UTF8.self), "1a\r\n\(String(repeating: "x", count: 26))\r\n0\r\nT: 1\r\n\r\n")
    }

    func testHeadsThatCannotBeMade() {
        let host = ("Host", "a")
        let requests: [(String, String, [(String, String)], WireError.Fault)] = [
            ("GE T", "/", [host], .malformedRequestLine), ("", "/", [host], .malformedRequestLine),
            ("GET", "", [host], .malformedTarget), ("GET", "/ HTTP/1.1\r\nX: y", [host], .malformedTarget),
            ("GET", "/#", [host], .malformedTarget), ("GET", "*", [host], .malformedTarget),
            ("CONNECT", "a:1", [host], .connectNotSupported), ("GET", "/", [], .missingHost),
            ("GET", "/", [host, host], .repeatedHost), ("GET", "/", [("Host", "a b")], .malformedHost),
            ("GET", "/", [host, ("X", "a\r\nY: b")], .bareCarriageReturn),
            ("GET", "/", [host, ("X", "a\nb")], .controlByte),
            ("GET", "/", [host, ("X:", "a")], .malformedFieldLine), ("GET", "/", [host, ("", "a")], .emptyFieldName),
            ("GET", "/", [host, ("X y", "a")], .malformedFieldLine), ("GET", "/", [host, ("X", "\0")], .controlByte),
            ("GET", "/", [host, ("Content-Length", "x")], .malformedContentLength),
            ("GET", "/", [host, ("Content-Length", "1"), ("Content-Length", "1")], .repeatedContentLength),
            (
                "GET", "/", [host, ("Content-Length", "1"), ("Transfer-Encoding", "chunked")],
                .lengthAndTransferEncoding
            ),
            ("GET", "/", [host, ("Transfer-Encoding", "gzip")], .chunkedNotFinal),
        ]
        for (method, target, fields, fault) in requests {
            XCTAssertThrowsError(
                try WireRequestHead(method: Method(method), target: Array(target.utf8), fields: FieldSection(fields))
            ) { XCTAssertEqual(($0 as? WireError)?.fault, fault, "\(method) \(target) \(fields)") }
        }
        let responses: [(Int, String, [(String, String)], WireError.Fault)] = [
            (99, "", [], .malformedStatusLine), (1000, "", [], .malformedStatusLine),
            (200, "a\rb", [], .bareCarriageReturn), (200, "a\nb", [], .controlByte),
            (200, "", [("X", "a\r\n")], .bareCarriageReturn), (200, "", [("X\n", "a")], .malformedFieldLine),
        ]
        for (status, reason, fields, fault) in responses {
            XCTAssertThrowsError(
                try WireResponseHead(
                    status: StatusCode(status), reason: Array(reason.utf8), fields: FieldSection(fields))
            ) { XCTAssertEqual(($0 as? WireError)?.fault, fault, "\(status) \(reason) \(fields)") }
        }
        var bytes: [UInt8] = []
        XCTAssertThrowsError(try Serializer.appendLastChunk(trailers: FieldSection([("X", "\n")]), to: &bytes))
        XCTAssertEqual(bytes, [])
    }

    /// The law: whatever head can be made from random parts is read back as it was, and so is its content.
    func testWhatIsWrittenIsReadBack() throws {
        var numbers = Numbers(seed: 42)
        var made = 0
        for _ in 0..<4000 {
            let fields = randomFields(&numbers, [("Host", "a")])
            let target = [0x2F] + randomBytes(&numbers, 0...8)
            guard
                let head = try? WireRequestHead(
                    method: Method(randomToken(&numbers)), target: target,
                    version: Bool.random(using: &numbers) ? .http11 : .http10, fields: fields)
            else { continue }
            made += 1
            var bytes: [UInt8] = []
            Serializer.append(head, to: &bytes)
            var parser = RequestParser()
            var position = 0
            XCTAssertEqual(try parser.next(in: bytes.span, from: &position), .head(head))
            XCTAssertEqual(position, bytes.count)
        }
        XCTAssertGreaterThan(made, 500)
    }

    func testWhatIsAnsweredIsReadBack() throws {
        var numbers = Numbers(seed: 43)
        var made = 0
        for _ in 0..<4000 {
            let status = StatusCode(Int.random(in: 90...1010, using: &numbers))
            guard
                let head = try? WireResponseHead(
                    status: status, reason: randomBytes(&numbers, 0...8), fields: randomFields(&numbers, [])),
                status.value != 101, (try? head.framing(inAnswerTo: .get)) != nil
            else { continue }
            made += 1
            var bytes: [UInt8] = []
            Serializer.append(head, to: &bytes)
            var parser = ResponseParser()
            parser.begin(inAnswerTo: .get)
            var position = 0
            let event = try parser.next(in: bytes.span, from: &position)
            XCTAssertEqual(event, status.isInterim ? .interim(head) : .head(head))
            XCTAssertEqual(position, bytes.count)
        }
        XCTAssertGreaterThan(made, 500)
    }

    func testContentIsReadBackFromChunks() throws {
        var numbers = Numbers(seed: 44)
        for _ in 0..<300 {
            var bytes = ParserTable.bytes("PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎").bytes
            var content: [UInt8] = []
            for _ in 0..<Int.random(in: 0...5, using: &numbers) {
                let piece = (0..<Int.random(in: 0...40, using: &numbers)).map { _ in
                    UInt8.random(in: 0...255, using: &numbers)
                }
                content += piece
                Serializer.appendChunk(piece.span, to: &bytes)
            }
            try Serializer.appendLastChunk(to: &bytes)
            let quoted = content.isEmpty ? "" : " \"" + ParserTable.show(content) + "\""
            let outcome = Reader.requests(bytes.pieces(longest: 30, using: &numbers))
            XCTAssertEqual(outcome.text, "PUT / keep [Transfer-Encoding: chunked]" + quoted)
        }
    }

    private func randomToken(_ numbers: inout Numbers) -> String {
        String((0..<Int.random(in: 1...8, using: &numbers)).map { _ in "GETabc-!#x ~"[numbers.next()] })
    }

    /// Mostly bytes that may stand in a value, sometimes others.
    private func randomBytes(_ numbers: inout Numbers, _ count: ClosedRange<Int>) -> [UInt8] {
        (0..<Int.random(in: count, using: &numbers)).map { _ in
            numbers.next() % 40 == 0
                ? UInt8.random(in: 0...255, using: &numbers) : UInt8.random(in: 0x24...0xFF, using: &numbers) & 0xFD
        }
    }

    private func randomFields(_ numbers: inout Numbers, _ first: [(String, String)]) -> FieldSection {
        var fields = FieldSection(first)
        for _ in 0..<Int.random(in: 0...4, using: &numbers) {
            switch numbers.next() % 8 {
            case 0: fields.append(name: "Content-Length", value: String(numbers.next() % 10))
            case 1: fields.append(name: "Transfer-Encoding", value: "chunked")
            case 2: fields.append(name: "Connection", value: "close")
            default: fields.append(name: Array(randomToken(&numbers).utf8), value: randomBytes(&numbers, 0...12))
            }
        }
        return fields
    }
}

extension String {
    fileprivate subscript(number: UInt64) -> Character {
        self[index(startIndex, offsetBy: Int(number % UInt64(count)))]
    }
}
