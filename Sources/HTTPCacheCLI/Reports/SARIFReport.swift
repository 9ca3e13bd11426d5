import HTTPCacheSemantics
import HTTPTranscript

/// Writes findings in the Static Analysis Results Interchange Format, version 2.1.0.
///
/// `ruleId` is the rule's code, `expectation` where no rule decided; `partialFingerprints` is the case's id and the
/// expectation, so that a finding stays the same one when lines move.
struct SARIFReport {
    let findings: [Finding]
    /// What could not be asked.
    var errors: [String] = []

    private static let otherRule = "expectation"

    var value: JSONValue {
        let codes = Set(findings.map { $0.code ?? Self.otherRule }).sorted()
        return .object([
            .init("$schema", "https://json.schemastore.org/sarif-2.1.0.json"),
            .init("version", "2.1.0"),
            .init(
                "runs",
                .array([
                    .object([
                        .init(
                            "tool",
                            .object([
                                .init(
                                    "driver",
                                    .object([
                                        .init("name", "httpcache"), .init("version", .string(Tool.version)),
                                        .init("rules", .array(codes.map(Self.rule))),
                                    ]))
                            ])),
                        .init("columnKind", "unicodeCodePoints"),
                        .init("invocations", .array([invocation])),
                        .init("results", .array(findings.map { result($0, codes) })),
                    ])
                ])),
        ])
    }

    private var invocation: JSONValue {
        .object([
            .init("executionSuccessful", .boolean(errors.isEmpty)),
            .init(
                "toolExecutionNotifications",
                .array(errors.map { .object([.init("level", "error"), .init("message", Self.text($0))]) })),
        ])
    }

    private static func text(_ text: String) -> JSONValue { .object([.init("text", .string(text))]) }

    private static func rule(_ code: String) -> JSONValue {
        guard let rule = ReportCode(code: code) else {
            return .object([
                .init("id", .string(code)), .init("shortDescription", text("An expectation does not hold.")),
            ])
        }
        let cited = rule.citation
        return .object([
            .init("id", .string(code)), .init("shortDescription", text(rule.summary)),
            .init("fullDescription", text("\(rule.summary) \(rule.level), \(cited).")),
            .init(
                "helpUri", .string("https://www.rfc-editor.org/rfc/rfc\(cited.rfc).html#section-\(cited.section)")),
        ])
    }

    private func result(_ finding: Finding, _ codes: [String]) -> JSONValue {
        let code = finding.code ?? Self.otherRule
        var members: [JSONValue.Member] = [
            .init("ruleId", .string(code)),
            .init("ruleIndex", JSONValue(codes.firstIndex(of: code) ?? 0)),
            .init("level", .string(finding.level.rawValue)),
            .init(
                "message", Self.text(finding.title.isEmpty ? finding.message : "\(finding.title): \(finding.message)")),
        ]
        if let place = finding.place { members.append(.init("locations", .array([Self.location(place)]))) }
        if let input = finding.input {
            let artifact = JSONValue.object([.init("uri", .string(Self.uri(input)))])
            let location = JSONValue.object([
                .init("physicalLocation", .object([.init("artifactLocation", artifact)]))
            ])
            members.append(.init("locations", .array([location])))
        }
        if !finding.related.isEmpty {
            members.append(
                .init(
                    "relatedLocations",
                    .array(finding.related.enumerated().map { Self.location($0.element, id: $0.offset + 1) })))
        }
        members.append(
            .init(
                "partialFingerprints",
                .object([.init("httpcacheExpectation/v1", .string(finding.fingerprint))])))
        return .object(members)
    }

    private static func location(_ place: Finding.Place, id: Int? = nil) -> JSONValue {
        let region = SourceRegion(place)
        var members: [JSONValue.Member] = [.init("startLine", JSONValue(region.line))]
        if let columns = region.columns {
            members += [
                .init("startColumn", JSONValue(columns.lowerBound)), .init("endColumn", JSONValue(columns.upperBound)),
            ]
        } else {
            members += [
                .init("byteOffset", JSONValue(place.file.fileOffset(of: place.range.start))),
                .init("byteLength", JSONValue(max(1, place.range.count))),
            ]
        }
        var location: [JSONValue.Member] = id.map { [.init("id", JSONValue($0))] } ?? []
        location.append(
            .init(
                "physicalLocation",
                .object([
                    .init("artifactLocation", .object([.init("uri", .string(uri(place.file.path)))])),
                    .init("region", .object(members)),
                ])))
        if !place.label.isEmpty { location.append(.init("message", text(ShownBytes.text(place.label)))) }
        return .object(location)
    }

    /// A relative reference, or for an absolute path a `file` URI (RFC 8089); other bytes than RFC 3986's unreserved
    /// ones and `/` are percent-encoded.
    static func uri(_ path: String) -> String {
        var text = path.hasPrefix("/") ? "file://" : ""
        for byte in path.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
                text.unicodeScalars.append(UnicodeScalar(byte))
            default:
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
