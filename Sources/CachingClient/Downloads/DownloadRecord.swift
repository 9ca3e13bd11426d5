import HTTPCacheSemantics
import HTTPDate

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a manager writes down about each URL: a property list that people can read.
///
/// The keys are those of the library that this manager follows: a download without an end date is not whole.
struct DownloadRecord: Sendable {
    struct Entry: Sendable, Hashable {
        var start: HTTPDate
        var end: HTTPDate?
        var lifetime: Int
        var name: String
        /// What a range request can be made under: a strong entity tag, or else nothing.
        var validator: String?
        var total: Int?

        var expiry: HTTPDate? { end?.adding(seconds: Int64(lifetime)) }
    }

    var entries: [String: Entry] = [:]
}

extension DownloadRecord {
    private struct Listed: Codable {
        var start: Date
        var end: Date?
        var lifetime: Int
        var expiry: Date?
        var name: String
        var validator: String?
        var total: Int?

        enum CodingKeys: String, CodingKey {
            case start = "DownloadStartDate"
            case end = "DownloadEndDate"
            case lifetime = "ExpiresInSeconds"
            case expiry = "ExpiryDate"
            case name = "LocalURL"
            case validator = "EntityTag"
            case total = "TotalBytes"
        }
    }

    /// Reads a property list; entries that cannot be this manager's own are left out, and so is all of a damaged list.
    init(propertyList bytes: [UInt8]) {
        guard Self.isShallow(bytes),
            let listed = try? PropertyListDecoder().decode([String: Listed].self, from: Data(bytes))
        else { return }
        for (url, entry) in listed {
            guard DownloadDirectory.isName(entry.name), entry.lifetime >= 0, (try? TargetURI(url))?.description == url
            else { continue }
            entries[url] = Entry(
                start: HTTPDate(entry.start), end: entry.end.map { HTTPDate($0) }, lifetime: entry.lifetime,
                name: entry.name, validator: entry.validator, total: entry.total)
        }
    }

    /// Foundation's reader calls itself at each level, so that a list of thousands of them would end the process. A
    /// record has five: the list, the downloads, one of them, and its values; only XML is written, and only XML is
    /// read.
    private static func isShallow(_ bytes: [UInt8]) -> Bool {
        guard !bytes.starts(with: Array("bplist".utf8)) else { return false }
        var depth = 0
        for index in bytes.indices where bytes[index] == 0x3C && index + 1 < bytes.count {
            switch bytes[index + 1] {
            case 0x2F: depth -= 1
            case 0x21, 0x3F: continue
            default: depth += 1
            }
            if depth > 100 { return false }
        }
        return true
    }

    func propertyList() throws -> [UInt8] {
        let listed = entries.mapValues { entry in
            Listed(
                start: Date(entry.start), end: entry.end.map { Date($0) }, lifetime: entry.lifetime,
                expiry: entry.expiry.map { Date($0) }, name: entry.name, validator: entry.validator,
                total: entry.total)
        }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return Array(try encoder.encode(listed))
    }
}

extension HTTPDate {
    fileprivate init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        // Also NaN lies outside.
        let isInRange = seconds > -1e11 && seconds < 1e12
        self.init(secondsSinceEpoch: isInRange ? Int64(seconds) : 0)
    }
}

extension Date {
    fileprivate init(_ date: HTTPDate) { self.init(timeIntervalSince1970: Double(date.secondsSinceEpoch)) }
}
