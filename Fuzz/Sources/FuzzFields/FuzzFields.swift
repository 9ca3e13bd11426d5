@testable import HTTPCacheSemantics

/// The laws of the field parsers, for any bytes: none traps; what is read and can be written is read again as the same;
/// what a field says lies within its line.
///
/// The first byte of the input says which parser reads the rest; lines of one field are divided by line feeds.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFields(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first else { return 0 }
    readers[Int(first) % readers.count](Array(bytes.dropFirst()))
    return 0
}

private let readers: [@Sendable ([UInt8]) -> Void] = [
    { isKept($0, StructuredField.Item.parse) { try $0.serialized() } },
    { isKept($0, StructuredField.List.parse) { try $0.serialized() } },
    { isKept($0, StructuredField.Dictionary.parse) { try $0.serialized() } },
    cacheStatus, cacheControl, targeted, vary, entityTags, range, contentRange, noVarySearch, cacheGroups, targetURI,
]

private func isKept<Value: Equatable>(
    _ input: [UInt8], _ parse: ([UInt8]) throws -> Value, write: (Value) throws -> [UInt8]?
) {
    guard let value = try? parse(input), let written = (try? write(value)) ?? nil else { return }
    hold((try? parse(written)) == value, "what is written is read otherwise")
    hold(((try? write(value)) ?? nil) == written, "it is written in two ways")
}

private func cacheStatus(_ input: [UInt8]) {
    isKept(input) {
        try CacheStatus.parse(lines: [$0])
    } write: {
        $0.caches.isEmpty ? nil : Array(try $0.caches.map { try $0.serialized() }.joined(separator: [0x2C, 0x20]))
    }
}

private func lines(_ input: [UInt8]) -> [[UInt8]] { input.split(separator: 0x0A).map(Array.init) }

private func section(_ name: String, _ input: [UInt8]) -> FieldSection {
    var fields = FieldSection()
    for line in lines(input) { fields.append(name: Array(name.utf8), value: line) }
    return fields
}

/// The members as listed, and what requests and responses make of them, in one line or in several.
private func cacheControl(_ input: [UInt8]) {
    let fields = section("Cache-Control", input)
    for directive in fields.cacheDirectives {
        let length = fields[directive.line].value.count
        hold(directive.range.lowerBound >= 0 && directive.range.upperBound <= length, "beyond its line")
    }
    var joined = FieldSection()
    if !fields.isEmpty { joined.append(name: Array("cache-control".utf8), value: fields.joined(.cacheControl)) }
    hold(
        ResponseSummary(fields: fields).directives.saysTheSame(as: ResponseSummary(fields: joined).directives),
        "a response says something else in one line")
    hold(
        RequestSummary(method: .get, fields: fields).directives
            .saysTheSame(as: RequestSummary(method: .get, fields: joined).directives),
        "a request says something else in one line")
}

extension ResponseDirectives {
    fileprivate func saysTheSame(as other: ResponseDirectives) -> Bool {
        var (one, other) = (self, other)
        one.flags.remove(.unclosedQuote)
        other.flags.remove(.unclosedQuote)
        return one == other
    }
}

extension RequestDirectives {
    fileprivate func saysTheSame(as other: RequestDirectives) -> Bool {
        var (one, other) = (self, other)
        one.flags.remove(.unclosedQuote)
        other.flags.remove(.unclosedQuote)
        return one == other
    }
}

private func targeted(_ input: [UInt8]) {
    let isDictionary = (try? StructuredField.Dictionary.parse(input)) != nil
    if case .directives(let control) = TargetedCacheControl.read(lines: [input]) {
        hold(isDictionary, "read although it is no dictionary")
        for seconds in [control.maxAge, control.sMaxAge, control.staleWhileRevalidate, control.staleIfError] {
            hold(seconds.map { $0 >= 0 } ?? true, "negative seconds")
        }
        _ = ResponseDirectives(control)
    }
}

/// The lines are those of Vary; every request agrees with itself unless nothing matches.
private func vary(_ input: [UInt8]) {
    let response = ResponseHead(status: 200, fields: section("Vary", input))
    var fields = FieldSection()
    for name in response.nominatedFields { fields.append(name: Array(name.utf8), value: input) }
    let request = RequestHead(target: .placeholder, fields: fields)
    let none = RequestHead(target: .placeholder)
    hold(
        response.varyMatches(stored: request, new: request, .meanings) == !response.summary.vary.matchesNothing,
        "a request does not agree with itself")
    if !response.summary.vary.matchesNothing, !response.nominatedFields.isEmpty {
        hold(!response.varyMatches(stored: none, new: request, .texts), "absence agrees with presence")
        hold(!response.varyMatches(stored: request, new: none, .texts), "presence agrees with absence")
    }
}

private func entityTags(_ input: [UInt8]) {
    let condition = EntityTagCondition(lines: lines(input))
    if let tag = EntityTag(input) {
        hold(tag.matchesWeakly(tag), "a tag does not match itself")
        hold(EntityTagCondition(lines: [input])?.matchesWeakly(tag) == true, "a list of one lacks it")
    }
    _ = condition?.matchesWeakly(nil)
}

private func range(_ input: [UInt8]) {
    var fields = FieldSection()
    fields.append(name: Array("Range".utf8), value: input)
    let range = RangeRequest(RequestHead(target: .placeholder, fields: fields))
    for length in [0, 1, 10, Int.max] {
        guard let part = range.range(of: length) else { continue }
        hold(part.lowerBound >= 0 && part.upperBound <= length, "beyond the content")
        hold(!part.isEmpty || length == 0, "no bytes are given of those that are there")
        if case .other = range { continue }
        if case .none = range { continue }
        hold(range.isSatisfied(within: 0..<length, of: length), "the whole does not satisfy it")
    }
    _ = range.isSatisfied(within: 3..<Int.max, of: nil)
}

private func contentRange(_ input: [UInt8]) {
    guard let parsed = ContentRange(input), let part = parsed.range else { return }
    hold(part.lowerBound >= 0 && !part.isEmpty, "an empty part")
    if let total = parsed.total { hold(part.upperBound <= total, "beyond the representation") }
}

/// The lines: the field, one query, another.
private func noVarySearch(_ input: [UInt8]) {
    let lines = lines(input)
    let variance = NoVarySearch.obtain(lines: Array(lines.prefix(1)))
    let one = lines.count > 1 ? lines[1] : nil
    let other = lines.count > 2 ? lines[2] : nil
    hold(variance.areEquivalent(one, one), "a query is not equivalent to itself")
    hold(variance.areEquivalent(one, other) == variance.areEquivalent(other, one), "the order matters")
}

private func cacheGroups(_ input: [UInt8]) {
    guard let groups = try? CacheGroups.parse(lines: lines(input)) else { return }
    let empty = CacheGroups([])
    hold(groups.sharesGroup(with: groups) == (groups != empty), "it shares no group with itself")
    hold(!groups.sharesGroup(with: empty), "it shares a group with none")
    _ = CacheGroups.invalidated(by: lines(input), requestMethodIsSafe: false)
}

private func targetURI(_ input: [UInt8]) {
    guard let text = String(validating: input, as: UTF8.self) else { return }
    let base = TargetURI.placeholder
    if let target = try? TargetURI(text) {
        hold((try? TargetURI(target.description)) == target, "a target is not read again as it was")
        hold(base.resolving(target.description) == target, "an absolute reference is not itself")
    }
    if let resolved = base.resolving(text) {
        hold((try? TargetURI(resolved.description)) == resolved, "what is resolved is no target")
    }
}

/// Unlike `precondition`, a release build says which law was broken.
private func hold(_ condition: Bool, _ law: String) {
    if !condition { fatalError(law) }
}
