import XCTest

/// The language of the tables can fail.
final class DialogueTests: XCTestCase {
    func testEveryCheckFails() {
        let stored = "case c\n> GET\n< 200 ; Cache-Control: max-age=60 ; A: b\n"
        let wrong = [
            "= 201", "= 200 hit", "= 200 -stored", "= 200 own", "= 200 ; A: c", "= 200 ; A", "= 200 ; !A",
            "= 200 ; body:b2", "= 200 ; None: x", "~ GET /other", "~ None: x", "~ !Host", "! what is this",
            // Not asked though answers wait, and asked without any.
            "> GET\n< 200", "> GET /other",
        ]
        for line in wrong {
            XCTAssertEqual(Dialogue.failures(of: stored + line).count, 1, line)
        }
        let right = [
            "= 200 fwd=uri-miss stored -hit ; A: b ; !B ; body:b1", "~ GET / ; Host: h.test ; !Age", "> GET\n= 200 hit",
        ]
        for line in right { XCTAssertEqual(Dialogue.failures(of: stored + line), [], line) }
        XCTAssertEqual(Dialogue.failures(of: "").count, 1)
        XCTAssertEqual(Dialogue.failures(of: "> GET").count, 2)
    }
}
