import XCTest

/// What is stored (RFC 9111 §3), with which fields, and what becomes of it after unsafe methods (§4.4).
final class StoringTests: XCTestCase {
    func testDirectives() {
        let refused = ["no-store", "private", "NO-STORE", "max-age=60, no-store", "max-age=60, private"]
        for value in refused {
            Dialogue.run(
                """
                case not stored with \(value)
                > GET
                < 200 ; Cache-Control: \(value) ; Expires: {date+60}
                = 200 -stored
                > GET
                < 200
                = 200 fwd=uri-miss ; body:b2
                """)
        }
        Dialogue.run(
            """
            case no-cache is stored and always validated
            > GET
            < 200 ; Cache-Control: max-age=60, no-cache ; ETag: "a"
            = 200 stored
            > GET
            < 304 ; ETag: "a"
            ~ If-None-Match: "a"
            = 200 fwd=stale fwd-status=304 ; body:b1

            case no-cache for named fields keeps those back
            > GET
            < 200 ; Cache-Control: max-age=60, no-cache="A" ; A: 1 ; B: 2
            > GET
            = 200 hit ; !A ; B: 2

            case private for named fields keeps those out of a shared cache
            > GET
            < 200 ; Cache-Control: max-age=60, private="A" ; A: 1 ; B: 2
            = 200 stored ; A: 1
            > GET
            = 200 hit ; !A ; B: 2

            case must-understand of a status that is known overrides no-store
            > GET
            < 200 ; Cache-Control: max-age=60, no-store, must-understand
            > GET
            = 200 hit

            case must-understand of a status that is not known
            > GET
            < 299 ; Cache-Control: max-age=60, must-understand
            > GET
            < 299
            = 299 ; body:b2

            case 206 that nobody asked for is not taken for the whole
            > GET
            < 206 ; Cache-Control: max-age=60 ; Content-Range: bytes 0-1/4
            = 502 own

            case Set-Cookie is stored and replayed (7.3)
            > GET
            < 200 ; Cache-Control: max-age=60 ; Set-Cookie: a=b; Path=/
            > GET
            = 200 hit ; Set-Cookie: a=b; Path=/
            """)
    }

    func testAuthorization() {
        Dialogue.run(
            """
            case not stored for others
            > GET ; Authorization: Basic QQ==
            < 200 ; Cache-Control: max-age=60
            = 200 -stored
            > GET
            < 200
            = 200 ; body:b2

            case public
            > GET ; Authorization: Basic QQ==
            < 200 ; Cache-Control: max-age=60, public
            > GET
            = 200 hit

            case s-maxage
            > GET ; Authorization: Basic QQ==
            < 200 ; Cache-Control: s-maxage=60
            > GET ; Authorization: Basic Qg==
            = 200 hit

            case must-revalidate
            > GET ; Authorization: Basic QQ==
            < 200 ; Cache-Control: max-age=60, must-revalidate
            > GET
            = 200 hit
            """)
    }

    func testFields() {
        Dialogue.run(
            """
            case fields of the connection are neither passed on nor stored
            > GET ; Connection: A, close ; A: 1 ; Keep-Alive: x ; TE: trailers ; Proxy-Connection: x ; Upgrade: x ; B: 2
            < 200 ; Cache-Control: max-age=60 ; Connection: C ; C: 1 ; Keep-Alive: x ; Proxy-Authenticate: x ; Upgrade: x ; D: 2
            ~ !A ; !Keep-Alive ; !TE ; !Proxy-Connection ; !Upgrade ; B: 2 ; !Connection
            = 200 stored ; !C ; !Keep-Alive ; !Proxy-Authenticate ; !Upgrade ; D: 2 ; Via: 1.1 httpcache
            > GET
            = 200 hit ; !C ; !Keep-Alive ; !Proxy-Authenticate ; !Upgrade ; D: 2 ; Via: 1.1 httpcache

            case all else is stored
            > GET
            < 200 ; Cache-Control: max-age=60 ; Content-Type: a/b ; X-A:   1   ; x-a: 2 ; Content-Encoding: x ; Location: /x ; Clear-Site-Data: "cookies" ; Public-Key-Pins: x ; Server: s
            > GET
            = 200 hit ; Content-Type: a/b ; X-A: 1, 2 ; Content-Encoding: x ; Location: /x ; Clear-Site-Data: "cookies" ; Public-Key-Pins: x ; Server: s

            case Cache-Status of others stays before ours
            > GET
            < 200 ; Cache-Control: max-age=60 ; Cache-Status: origin; hit
            = 200 fwd=uri-miss ; Via: 1.1 httpcache

            case Host goes to the origin as the client wrote it
            > GET ; Host: Other.Test:123
            < 200
            ~ Host: Other.Test:123
            = 200

            case two hosts are two resources
            > GET ; Host: a.test
            < 200 ; Cache-Control: max-age=60
            > GET ; Host: b.test
            < 200 ; Cache-Control: max-age=60
            = 200 ; body:b2
            > GET ; Host: a.test
            = 200 hit ; body:b1

            case one host is one resource, but what the origin was asked in other letters answers nobody else
            > GET ; Host: a.test
            < 200 ; Cache-Control: max-age=60
            > GET ; Host: A.test
            < 200 ; Cache-Control: max-age=60
            = 200 ; body:b2
            > DELETE ; Host: A.test
            < 200
            > GET ; Host: a.test
            < 200
            = 200 ; body:b4
            """)
    }

    func testMethods() {
        Dialogue.run(
            """
            case the answer to POST with Content-Location and lifetime serves GET
            > POST /p ; body:x
            < 200 ; Cache-Control: max-age=60 ; Content-Location: /p
            = 200
            > GET /p
            = 200 hit ; body:b1

            case of another Content-Location it does not
            > POST /p ; body:x
            < 200 ; Cache-Control: max-age=60 ; Content-Location: /q
            > GET /p
            < 200
            = 200 ; body:b2

            case HEAD is answered from GET
            > GET
            < 200 ; Cache-Control: max-age=60
            > HEAD
            = 200 hit ; Content-Length: 2 ; body:

            case the answer to HEAD does not answer GET
            > HEAD
            < 200 ; Cache-Control: max-age=60 ; Content-Length: 2
            > GET
            < 200
            = 200 ; body:b2

            case methods are case-sensitive, and unknown ones pass with their content
            > get ; body:abc
            < 200 ; Cache-Control: max-age=60
            ~ get / ; Content-Length: 3
            = 200 fwd=method -stored
            > FROBNICATE ; body:abc
            < 200 ; Cache-Control: max-age=60
            ~ FROBNICATE / ; Content-Length: 3
            = 200 -stored
            > GET
            < 200
            = 200 ; body:b3

            case QUERY is keyed by its content (RFC 10008)
            > QUERY /q ; Content-Type: t/a ; body:one
            < 200 ; Cache-Control: max-age=60
            > QUERY /q ; Content-Type: t/a ; body:two
            < 200 ; Cache-Control: max-age=60
            = 200 ; body:b2
            > QUERY /q ; Content-Type: t/a ; body:one
            = 200 hit ; body:b1
            """)
    }

    func testInvalidation() {
        for method in ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH"] {
            for status in [200, 201, 204, 302] {
                Dialogue.run(
                    """
                    case \(method) with \(status) invalidates
                    > GET /a
                    < 200 ; Cache-Control: max-age=60
                    > \(method) /a ; body:x
                    < \(status)
                    > GET /a
                    < 200
                    = 200 ; body:b3
                    """)
            }
            for status in [400, 404, 500] {
                Dialogue.run(
                    """
                    case \(method) with \(status) does not
                    > GET /a
                    < 200 ; Cache-Control: max-age=60
                    > \(method) /a ; body:x
                    < \(status)
                    > GET /a
                    = 200 hit ; body:b1
                    """)
            }
        }
        Dialogue.run(
            """
            case Location and Content-Location of the same origin
            > GET /l
            < 200 ; Cache-Control: max-age=60
            > GET /c
            < 200 ; Cache-Control: max-age=60
            > POST /a ; body:x
            < 200 ; Location: http://h.test/l ; Content-Location: c
            > GET /l
            < 200
            = 200 ; body:b4
            > GET /c
            < 200
            = 200 ; body:b5

            case Location of another origin
            > GET /l
            < 200 ; Cache-Control: max-age=60
            > POST /a ; body:x
            < 200 ; Location: http://other.test/l
            > GET /l
            = 200 hit ; body:b1

            case OPTIONS, TRACE and PROPFIND are safe
            > GET /a
            < 200 ; Cache-Control: max-age=60
            > OPTIONS /a
            < 200
            > PROPFIND /a
            < 207
            > GET /a
            = 200 hit ; body:b1
            """)
    }
}
