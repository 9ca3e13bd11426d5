import HTTPCacheSemantics

/// The laws of the field parsers, for any bytes: none traps; a structured field that is read is written, and read again as
/// the same (RFC 9651 §4); a directive's bytes lie within its line.
///
/// The first byte of the input says which parser reads the rest.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFields(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first else { return 0 }
    let input = Array(bytes.dropFirst())
    switch first % 6 {
    case 0:
        if let item = try? StructuredField.Item.parse(input), let again = try? item.serialized() {
            precondition((try? StructuredField.Item.parse(again)) == item, "an item is not read again as it was")
        }
    case 1:
        if let list = try? StructuredField.List.parse(input), let again = try? list.serialized() {
            precondition((try? StructuredField.List.parse(again)) == list, "a list is not read again as it was")
        }
    case 2:
        if let dictionary = try? StructuredField.Dictionary.parse(input), let again = try? dictionary.serialized() {
            precondition(
                (try? StructuredField.Dictionary.parse(again)) == dictionary, "a dictionary is not read again as it was"
            )
        }
    case 3:
        var fields = FieldSection()
        for line in input.split(separator: 0x0A) {
            fields.append(name: Array("Cache-Control".utf8), value: Array(line))
        }
        for directive in fields.cacheDirectives {
            let length = fields[directive.line].value.count
            precondition(directive.range.lowerBound >= 0 && directive.range.upperBound <= length, "beyond its line")
        }
    case 4:
        _ = EntityTagCondition(lines: input.split(separator: 0x0A).map(Array.init))
        _ = ContentRange(input)
        _ = TargetedCacheControl.read(lines: [input])
        _ = try? CacheStatus.parse(lines: [input])
    default:
        if let text = String(validating: input, as: UTF8.self), let target = try? TargetURI(text) {
            precondition((try? TargetURI(target.description)) == target, "a target is not read again as it was")
            _ = target.resolving(text)
        }
    }
    return 0
}
