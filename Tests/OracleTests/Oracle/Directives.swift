/// RFC 9111 §5.2: the Cache-Control field.
extension Oracle {
    struct Directive: Equatable {
        enum Argument: Equatable {
            case none
            case token([UInt8])
            case quoted([UInt8])
            /// Something follows the name that is no argument: `max-age=`, `max-age =5`, `max-age=5 6`.
            case malformed
        }

        /// In lower case.
        var name: String
        var argument: Argument
    }

    /// The directives in order. A member that doesn't begin with a token is none.
    static func directives(_ value: [UInt8]) -> [Directive] {
        var directives: [Directive] = []
        var position = 0
        func skip(while condition: (UInt8) -> Bool) {
            while position < value.count, condition(value[position]) { position += 1 }
        }
        while true {
            skip { $0 == 0x2C || isWhitespace($0) }
            guard position < value.count else { return directives }
            let start = position
            skip(while: isTokenCharacter)
            let name = text(lower(value[start..<position]))
            var argument = Directive.Argument.none
            if position < value.count, value[position] == 0x3D {
                position += 1
                if let quoted = quotedString(value, at: position) {
                    argument = .quoted(quoted.content)
                    position = quoted.end
                } else {
                    let start = position
                    skip(while: isTokenCharacter)
                    argument = position > start ? .token(Array(value[start..<position])) : .malformed
                }
            }
            skip(while: isWhitespace)
            if position < value.count, value[position] != 0x2C {
                argument = .malformed
                skip { $0 != 0x2C }
            }
            if !name.isEmpty { directives.append(Directive(name: name, argument: argument)) }
        }
    }

    /// A directive whose argument is a number of seconds.
    enum Limit: Equatable {
        case absent
        case invalid
        case seconds(Int64)

        var value: Int64? {
            if case .seconds(let seconds) = self { return seconds }
            return nil
        }
    }

    /// `no-cache` and `private`, which may name fields (§5.2.2.4, §5.2.2.7).
    enum Scope: Equatable {
        case absent
        case unqualified
        /// In lower case.
        case fields([String])
    }
}

extension [Oracle.Directive] {
    func has(_ name: String) -> Bool {
        contains { $0.name == name }
    }

    /// §5.2: where no argument is defined none is allowed, so that with one a directive is no permission.
    func hasBare(_ name: String) -> Bool {
        contains { $0.name == name && $0.argument == .none }
    }

    func limit(_ name: String, _ duplicates: Oracle.Options.Duplicates) -> Oracle.Limit {
        let found = filter { $0.name == name }
        guard let first = found.first else { return .absent }
        if found.count > 1, duplicates == .stale { return .invalid }
        switch first.argument {
        case .none, .malformed: return .invalid
        case .token(let value), .quoted(let value):
            guard let seconds = Oracle.deltaSeconds(value) else { return .invalid }
            return .seconds(seconds)
        }
    }

    /// All occurrences count; one that names no field, or not well, restricts the whole response.
    func scope(_ name: String) -> Oracle.Scope {
        let found = filter { $0.name == name }
        if found.isEmpty { return .absent }
        var names: [String] = []
        for directive in found {
            switch directive.argument {
            case .none, .malformed: return .unqualified
            case .token(let value), .quoted(let value):
                let members = Oracle.members(value)
                guard !members.isEmpty, members.allSatisfy(Oracle.isToken) else { return .unqualified }
                names += members.map { Oracle.text(Oracle.lower($0)) }
            }
        }
        return .fields(names)
    }
}
