import HTTPTranscript

/// Writes findings as compilers do, one a line: `path:line:column: error: title: message [code]`.
///
/// Xcode and editors jump to the place, and a build that runs the tool shows it. Columns count bytes.
enum XcodeReport {
    static func text(of findings: [Finding], _ errors: [String] = []) -> String {
        findings.map(line).joined() + errors.map { $0 + "\n" }.joined()
    }

    private static func line(_ finding: Finding) -> String {
        var text = ""
        if let place = finding.place {
            let position = place.file.position(of: place.range.start)
            text = "\(place.file.path):\(position.line):\(position.column): "
        } else if let input = finding.input {
            text = input + ": "
        }
        text += "\(finding.level.rawValue): \(finding.title): \(finding.message)"
        return withoutControls(text + (finding.code.map { " [\($0)]" } ?? "")) + "\n"
    }

    /// A path stays what the file system knows it by; what would end the line or steer a terminal is escaped.
    private static func withoutControls(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0: result += ShownBytes.text(String(scalar))
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
