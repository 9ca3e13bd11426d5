import HTTPTranscript
import XCTest

final class TranscriptRunnerTests: XCTestCase {
    /// A chain in which each case needs the one after it in the file.
    private func chain(_ count: Int) throws -> Transcript {
        let cases = (0..<count).map { number in
            let needs = number + 1 < count ? "needs   c\(number + 1)\n" : ""
            return "case    c\(number)\n\(needs)> GET https://a.example/ HTTP/1.1\n>\n< HTTP/1.1 200 OK\n<\n= store\n"
        }
        return try Transcript.read(SourceFile(path: "chain", bytes: Array(cases.joined(separator: "\n").utf8)))
    }

    func testAChainOfNeedsIsRunFromItsEnd() throws {
        let transcript = try chain(5)
        let result = try TranscriptRunner().run(transcript) { $0.id.value == "c2" }
        XCTAssertEqual(result.cases.map(\.id), ["c2", "c3", "c4"])
        XCTAssertEqual(result.cases.map(\.status), [.passed, .passed, .passed])
        XCTAssertEqual(try TranscriptRunner().run(transcript).cases.map(\.id), ["c0", "c1", "c2", "c3", "c4"])
    }

    func testWhatNeedsAFailureIsNotJudged() throws {
        let text = """
            case    last
            needs   middle
            > GET https://a.example/ HTTP/1.1
            >
            = forward uri-miss

            case    middle
            needs   first
            > GET https://a.example/ HTTP/1.1
            >
            = forward uri-miss

            case    first
            > GET https://a.example/ HTTP/1.1
            >
            = reuse fresh

            """
        let transcript = try Transcript.read(SourceFile(path: "t", bytes: Array(text.utf8)))
        let result = try TranscriptRunner().run(transcript)
        XCTAssertEqual(
            result.cases.map(\.status), [.notJudged(needs: "middle"), .notJudged(needs: "first"), .failed])
    }

    func testWorkGrowsWithTheChain() {
        let growth = growthOfWork(from: 200) { count in
            let transcript = try? self.chain(count)
            XCTAssertNotNil(transcript)
            return { _ = try? transcript.map { try TranscriptRunner().run($0) { $0.id.value == "c0" } } }
        }
        XCTAssertTrue(growth.isLinear, "\(growth)")
    }
}
