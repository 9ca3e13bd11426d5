import HTTPCacheSemantics
import HTTPTranscript

/// Finds where in the input the bytes stand that a rule speaks of.
struct FieldPlaces: Sendable {
    let file: SourceFile
    /// The exchanges up to the one explained, in order: what is stored was in one of them.
    let exchanges: ArraySlice<ReadExchange>

    /// Some bytes of a field of the input.
    struct Place: Sendable, Hashable {
        let message: Evidence.Message
        /// The bytes to be marked: those of a directive, or the whole field from its name on.
        let range: SourceRange
    }

    /// The places of a rule's evidence; what the cache itself has added stands nowhere and is left out.
    func places(
        for rule: Rule, _ policy: CachePolicy, response: ResponseHead, storedRequest: RequestHead?,
        request: RequestHead?
    ) -> [Place] {
        policy.evidence(for: rule, response: response, storedRequest: storedRequest, request: request)
            .compactMap { evidence in
                switch evidence.message {
                case .response:
                    place(
                        evidence, in: response.fields, isList: isDirectiveField(response.fields, evidence, policy),
                        exchanges.reversed().lazy.map(\.responseMessage))
                case .request, .storedRequest:
                    (evidence.message == .request ? request : storedRequest).flatMap { head in
                        place(
                            evidence, in: head.fields, isList: isDirectiveField(head.fields, evidence, policy),
                            exchanges.reversed().lazy.compactMap(\.requestMessage))
                    }
                }
            }
    }

    /// Whether a member of the field is evidence, and not the field as a whole.
    private func isDirectiveField(_ fields: FieldSection, _ evidence: Evidence, _ policy: CachePolicy) -> Bool {
        guard evidence.line < fields.count else { return false }
        let name = fields[evidence.line].nameText.lowercased()
        return name == "cache-control" || policy.options.targetedFields.contains { $0.lowercased() == name }
    }

    /// The first of the messages, the latest first, that has the same line as often before it is the one that the line
    /// came from.
    private func place(
        _ evidence: Evidence, in fields: FieldSection, isList: Bool, _ messages: some Sequence<ReadMessage>
    ) -> Place? {
        guard evidence.line < fields.count else { return nil }
        let line = fields[evidence.line]
        let repetition = (0..<evidence.line).count { fields[$0] == line }
        for message in messages {
            let alike = (0..<message.fields.count).filter { message.fields[$0] == line }
            guard repetition < alike.count else { continue }
            let index = alike[repetition]
            let part = message.values[index].sourceRange(of: evidence.range)
            let range = isList ? part : SourceRange(message.raw.fields[index].name.start, part.end)
            return Place(message: evidence.message, range: range)
        }
        return nil
    }
}
