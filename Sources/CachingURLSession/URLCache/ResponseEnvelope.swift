import Foundation

/// What goes to disk beside a response: its URL where that is not the request's, and the caller's `userInfo`, as a
/// binary property list with the keys `responseURL` and `userInfo`.
struct ResponseEnvelope {
    var responseURL: String?
    var userInfo: [String: Any]?

    private static let urlKey = "responseURL"
    private static let infoKey = "userInfo"

    init(responseURL: String?, userInfo: [AnyHashable: Any]?) throws(NotAPropertyList) {
        self.responseURL = responseURL
        guard let userInfo else { return }
        guard let info = userInfo as? [String: Any], PropertyListSerialization.propertyList(info, isValidFor: .binary)
        else { throw NotAPropertyList() }
        self.userInfo = info
    }

    struct NotAPropertyList: Error {}

    /// nil for bytes that are no envelope.
    init?(_ bytes: [UInt8]) {
        guard
            let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil),
            let values = list as? [String: Any]
        else { return nil }
        responseURL = values[Self.urlKey] as? String
        userInfo = values[Self.infoKey] as? [String: Any]
    }

    /// nil where there is nothing to say.
    func encoded() throws -> [UInt8]? {
        var values: [String: Any] = [:]
        if let responseURL { values[Self.urlKey] = responseURL }
        if let userInfo { values[Self.infoKey] = userInfo }
        guard !values.isEmpty else { return nil }
        return Array(try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0))
    }
}
