public import Foundation
public import HTTPCacheSemantics

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension ResponseHead {
    /// What Foundation has kept of a response's head.
    ///
    /// Foundation joins lines of one name by a comma and a space; those of Set-Cookie are taken apart again. The order
    /// of names is lost, so that they come sorted. On Linux, lines whose names differ in case only may have been lost
    /// before this sees them.
    public init(_ response: HTTPURLResponse) {
        var lines: [(name: String, value: String)] = []
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            lines.append((name, value))
        }
        lines.sort { $0.name < $1.name }
        var fields = FieldSection()
        for (name, value) in lines {
            guard name.lowercased() == "set-cookie" else {
                fields.append(name: name, value: value)
                continue
            }
            for line in SetCookieLines.split(value) { fields.append(name: name, value: line) }
        }
        self.init(status: StatusCode(response.statusCode), fields: fields)
    }

    /// The head as Foundation has it; lines of one name are joined by a comma and a space, under the name that came
    /// first.
    ///
    /// nil where Foundation refuses, which it does for no status and URL known.
    public func httpURLResponse(for url: URL) -> HTTPURLResponse? {
        HTTPURLResponse(
            url: url, statusCode: status.value, httpVersion: "HTTP/1.1", headerFields: fields.joinedByName)
    }
}

extension FieldSection {
    /// Name and joined value of each field; a dictionary whose keys differ in more than case.
    var joinedByName: [String: String] {
        var names: [String: String] = [:]
        var joined: [String: String] = [:]
        for line in lines {
            let name = names[line.nameText.lowercased()] ?? line.nameText
            names[name.lowercased()] = name
            // Cookies are joined by semicolons (RFC 6265 §5.4, RFC 9113 §8.2.3).
            let separator = name.lowercased() == "cookie" ? "; " : ", "
            joined[name] = joined[name].map { $0 + separator + line.valueText } ?? line.valueText
        }
        return joined
    }
}
