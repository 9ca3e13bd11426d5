import XCTest

@testable import HTTPCacheLint

final class HashedNameTests: XCTestCase {
    func testNames() {
        let hashed = [
            "/app.5f3a9c21.css", "/assets/main-9d1c77aa0b.js", "/static/js/2.8a7b6c5d.chunk.js", "/index-BQx9fZ2k.js",
            "/a/d41d8cd98f00b204e9800998ecf8427e.png", "/x_0123456789abcdef.woff2", "/vendor~1a2B3c4D5e.js",
        ]
        let plain = [
            "/", "/app.css", "/app.min.css", "/app.20261124.css", "/jquery-3.6.0.min.js", "/jquery360.js",
            "/component12.js",
            "/photo-12345678.jpg", "/deadbeef", "/5f3a9c21/app.css", "/app.5f3a.css", "/facade-decade.css",
            "/README.html",
            "/background1.png", "/app.\(String(repeating: "a1", count: 40)).js",
        ]
        for path in hashed { XCTAssertTrue(HashedName.isHashed(path: path), path) }
        for path in plain { XCTAssertFalse(HashedName.isHashed(path: path), path) }
    }
}
