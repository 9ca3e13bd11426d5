/// A case and a verdict as lines of the batch form, so that another implementation can be asked the same.
extension Oracle {
    indirect enum JSON {
        case null
        case bool(Bool)
        case number(Int64)
        case string(String)
        case array([JSON])
        case object([(String, JSON)])

        var text: String {
            switch self {
            case .null: return "null"
            case .bool(let value): return value ? "true" : "false"
            case .number(let value): return String(value)
            case .string(let value): return JSON.quoted(value)
            case .array(let members): return "[" + members.map(\.text).joined(separator: ",") + "]"
            case .object(let members):
                return "{" + members.map { "\(JSON.quoted($0.0)):\($0.1.text)" }.joined(separator: ",") + "}"
            }
        }

        private static func quoted(_ value: String) -> String {
            var text = "\""
            for scalar in value.unicodeScalars {
                switch scalar {
                case "\"": text += "\\\""
                case "\\": text += "\\\\"
                case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                    let hex = String(scalar.value, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                default: text.unicodeScalars.append(scalar)
                }
            }
            return text + "\""
        }

        static func fields(_ fields: [Field]) -> JSON {
            .array(fields.map { .array([.string($0.name), .string($0.value)]) })
        }

        static func number(_ value: Int64?) -> JSON {
            value.map { .number($0) } ?? .null
        }
    }
}

extension Oracle.Request {
    var json: Oracle.JSON {
        var members: [(String, Oracle.JSON)] = [
            ("method", .string(method)), ("url", .string(url)), ("fields", .fields(fields)),
        ]
        if let content { members.append(("content", .string(content))) }
        return .object(members)
    }
}

extension Oracle.Response {
    /// As a stored one is given; an answer says no more than status and fields unless it was cut short.
    var json: Oracle.JSON {
        var members: [(String, Oracle.JSON)] = [("status", .number(Int64(status))), ("fields", .fields(fields))]
        if let bodyLength { members.append(("bodyLength", .number(bodyLength))) }
        if !complete { members.append(("complete", .bool(false))) }
        return .object(members)
    }
}

extension Oracle.Case {
    /// One line of input for `decide`, but for the options that differ from the profile: those are for whoever asks
    /// to write in the other's own words.
    var json: Oracle.JSON {
        var members: [(String, Oracle.JSON)] = [
            ("case", .string(name)), ("cache", .string(cache.rawValue)), ("profile", .string(options.profile)),
            ("request", request.json), ("response", response.json),
        ]
        if let requestTime { members.append(("requestTime", .number(requestTime))) }
        if let responseTime { members.append(("responseTime", .number(responseTime))) }
        let later: [Oracle.JSON] = then.map { step in
            var members: [(String, Oracle.JSON)] = [("at", .number(step.at)), ("request", step.request.json)]
            switch step.answer {
            case .response(let response): members.append(("answer", response.json))
            case .error(let kind): members.append(("answer", .object([("error", .string(kind))])))
            case nil: break
            }
            if let answerAt = step.answerAt { members.append(("answerAt", .number(answerAt))) }
            return .object(members)
        }
        members.append(("then", .array(later)))
        return .object(members)
    }
}

extension Oracle.Case {
    /// The same with every option, in the words that `decide` has for them.
    var jsonWithOptions: Oracle.JSON {
        guard case .object(var members) = json else { return json }
        let named: [(String, Oracle.JSON)] = [
            ("heuristicPercent", .number(options.heuristicPercent)),
            ("heuristicCapSeconds", .number(options.heuristicCapSeconds)),
            ("heuristicForQueryURL", .bool(options.heuristicForQueryURL)),
            ("staleWhileRevalidateOverSMaxage", .bool(options.staleWhileRevalidateOverSMaxage)),
            ("duplicateDirective", .string(options.duplicateDirective.rawValue)),
            ("requestDirectives", .bool(options.requestDirectivesHonoured)),
            ("requestPragmaNoCache", .bool(options.requestPragmaNoCacheHonoured)),
            ("heuristicNeeds", .bool(options.heuristicNeeds)),
            ("immutable", .bool(options.immutable)),
            ("setCookie", .bool(options.setCookieStored)),
            ("targetedFields", .array(options.targetedFields.map { .string($0) })),
            ("staleOnDisconnect", .bool(options.staleOnDisconnect)),
            ("staleOnServerError", .bool(options.staleOnServerError)),
        ]
        members.insert(("options", .object(named)), at: 3)
        return .object(members)
    }
}

extension Oracle.Verdict {
    /// The line that `decide` prints, without what the oracle doesn't say: reasons, and the fields served.
    func json(of name: String) -> Oracle.JSON {
        .object([
            ("schema", .string("httpcache.decision/1")), ("case", .string(name)),
            ("store", .object([("decision", .string(store))])),
            (
                "freshness",
                .object([
                    ("lifetime", .number(freshness.lifetime)), ("source", .string(freshness.source)),
                    ("age", .number(freshness.age)),
                ])
            ),
            ("then", .array(then.map(\.json))),
        ])
    }
}

extension Oracle.LaterVerdict {
    var json: Oracle.JSON {
        var members: [(String, Oracle.JSON)] = []
        switch decision {
        case .reuseFresh: members.append(("decision", .string("reuseFresh")))
        case .reuseStale: members.append(("decision", .string("reuseStale")))
        case .reuseWhileRevalidating: members.append(("decision", .string("reuseWhileRevalidating")))
        case .validate: members.append(("decision", .string("validate")))
        case .gatewayTimeout: members.append(("decision", .string("gatewayTimeout")))
        case .forward(let reason): members += [("decision", .string("forward")), ("forward", .string(reason))]
        }
        if let age { members.append(("age", .number(age))) }
        if let lifetime { members.append(("lifetime", .number(lifetime))) }
        if let staleFor, let age, let lifetime {
            let fresh = age < lifetime
            members.append(fresh ? ("freshFor", .number(-staleFor)) : ("staleFor", .number(staleFor)))
        }
        if let serves { members.append(("serves", serves.json)) }
        members.append(("sends", .fields(sends)))
        if let after { members.append(("after", after.json)) }
        return .object(members)
    }
}

extension Oracle.Served {
    var json: Oracle.JSON {
        let range = contentRange.map { [Oracle.Field("Content-Range", $0)] } ?? []
        return .object([("status", .number(Int64(status))), ("fields", .fields(range))])
    }
}

extension Oracle.After {
    var json: Oracle.JSON {
        var members: [(String, Oracle.JSON)] = [("outcome", .string(outcome.rawValue)), ("stored", .bool(stored))]
        if let lifetime { members.append(("lifetime", .number(lifetime))) }
        if let age { members.append(("age", .number(age))) }
        if let serves { members.append(("serves", serves.json)) }
        members.append(("invalidates", .array(invalidates.map { .string($0) })))
        return .object(members)
    }
}
