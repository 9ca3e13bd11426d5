import Glibc

/// The first column of `Fixtures/dates/rejected.tsv` as bytes.
func rejectedRows(_ path: String) -> [[UInt8]] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var rows: [[UInt8]] = []
    var row: [UInt8] = []
    var isFirstColumn = true
    while true {
        let character = getc(file)
        guard character != EOF else { return rows }
        switch UInt8(truncatingIfNeeded: character) {
        case UInt8(ascii: "\n"):
            if row.first != UInt8(ascii: "#") { rows.append(unescaped(row)) }
            (row, isFirstColumn) = ([], true)
        case UInt8(ascii: "\t"): isFirstColumn = false
        case let byte: if isFirstColumn { row.append(byte) }
        }
    }
}

/// Bytes that a table cannot hold are written `\xHH` there.
private func unescaped(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
        if text[index] == UInt8(ascii: "\\"), index + 3 < text.count,
            let byte = UInt8(String(decoding: text[index + 2...index + 3], as: UTF8.self), radix: 16)
        {
            bytes.append(byte)
            index += 4
        } else {
            bytes.append(text[index])
            index += 1
        }
    }
    return bytes
}
