/// Cases that are a little smaller than a given one.
enum Shrinking {
    static func steps(from made: Oracle.Case) -> [Oracle.Case] {
        var smaller: [Oracle.Case] = []
        func add(_ change: (inout Oracle.Case) -> Void) {
            var copy = made
            change(&copy)
            if copy != made { smaller.append(copy) }
        }
        for index in made.then.indices {
            add { $0.then.remove(at: index) }
            add { $0.then[index].answer = nil }
            add { $0.then[index].answerAt = nil }
            if case .response(let answer)? = made.then[index].answer {
                for response in steps(from: answer) { add { $0.then[index].answer = .response(response) } }
            }
            for request in steps(from: made.then[index].request) { add { $0.then[index].request = request } }
        }
        for response in steps(from: made.response) { add { $0.response = response } }
        for request in steps(from: made.request) { add { $0.request = request } }
        add { $0.requestTime = $0.responseTime }
        add { $0.options = .rfc9111 }
        add { $0.cache = .shared }
        return smaller
    }

    private static func steps(from request: Oracle.Request) -> [Oracle.Request] {
        var smaller = steps(from: request.fields).map { fields in
            var copy = request
            copy.fields = fields
            return copy
        }
        if request.content != nil {
            smaller.append(request)
            smaller[smaller.count - 1].content = nil
        }
        return smaller
    }

    private static func steps(from response: Oracle.Response) -> [Oracle.Response] {
        var smaller = steps(from: response.fields).map { fields in
            var copy = response
            copy.fields = fields
            return copy
        }
        if response.bodyLength != nil || !response.complete {
            smaller.append(response)
            smaller[smaller.count - 1].bodyLength = nil
            smaller[smaller.count - 1].complete = true
        }
        return smaller
    }

    /// Without one line, or without one member of a line.
    private static func steps(from fields: [Oracle.Field]) -> [[Oracle.Field]] {
        var smaller: [[Oracle.Field]] = []
        for index in fields.indices {
            smaller.append(fields)
            smaller[smaller.count - 1].remove(at: index)
            let members = fields[index].value.split(separator: ",", omittingEmptySubsequences: false)
            guard members.count > 1 else { continue }
            for member in members.indices {
                var left = members
                left.remove(at: member)
                smaller.append(fields)
                smaller[smaller.count - 1][index].value = left.joined(separator: ",")
            }
        }
        return smaller
    }
}
