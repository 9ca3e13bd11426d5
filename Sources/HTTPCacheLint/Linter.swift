public import HTTPCacheSemantics
public import HTTPDate

/// Looks for mistakes in the caching fields of messages: start here.
///
/// A linter holds no state and never asks what time it is. Of one message at most ``maximumOfOneCode`` findings of each
/// code are given, so that the answer has a size however long the fields are; the work grows with their length alone.
public struct Linter: Sendable, Hashable {
    /// How many findings of one code a message can have.
    public static let maximumOfOneCode = 8
    /// Content of so many bytes is worth a validator.
    public static let largeContent = 64 << 10
    /// What has a name that changes with its content can be kept so many seconds at least: 30 days.
    public static let longLifetime = 30 * 86_400

    /// Whose caches matter: what concerns only others is left out.
    public var caches: Set<CachePolicy.CacheKind>
    /// What those caches choose where the RFCs leave a choice.
    public var options: CacheOptions

    /// A linter for these caches; without any cache what depends on what is stored or reused is not looked for.
    public init(caches: Set<CachePolicy.CacheKind> = [.shared, .private], options: CacheOptions = .rfc9111) {
        self.caches = caches
        self.options = options
    }

    /// The findings in a request, in the order of its fields.
    public func findings(in request: RequestHead) -> [Finding] {
        let subject = RequestSubject(request)
        var found = FindingCollector(message: .request)
        DirectiveFindings(isRequest: true).add(subject.directives, of: request.fields, to: &found)
        DateFindings.add(request: request.fields, to: &found)
        ValidatorFindings.add(request: request.fields, to: &found)
        return found.sorted
    }

    /// The findings in a response, in the order of its fields; those that speak of no field come last.
    ///
    /// Without the request what depends on its method or target is judged as for a GET of some URI. `receivedAt` places
    /// two-digit years and stands in for a Date that is missing; without it the Date does, or the beginning of 2026.
    /// `contentLength` is the content's length in bytes where it is known; without it Content-Length counts.
    public func findings(
        in response: ResponseHead, to request: RequestHead? = nil, receivedAt: HTTPDate? = nil,
        contentLength: Int? = nil
    ) -> [Finding] {
        let subject = ResponseSubject(
            response, to: request, receivedAt: receivedAt, contentLength: contentLength, for: self)
        var found = FindingCollector(message: .response)
        DirectiveFindings(isRequest: false).add(subject.directives.members, of: response.fields, to: &found)
        ConflictFindings(subject, self).add(subject.directives, to: &found)
        TargetedFindings(subject, self).add(to: &found)
        DateFindings.add(subject, to: &found)
        ValidatorFindings.add(subject, to: &found)
        VaryFindings.add(subject, to: &found)
        SharingFindings.add(subject, to: &found)
        LifetimeFindings.add(subject, to: &found)
        FieldFindings.add(subject, to: &found)
        return found.sorted
    }
}

/// Gathers the findings of one message.
struct FindingCollector {
    let message: Finding.Place.Message
    private var findings: [Finding] = []
    private var counts = [UInt8](repeating: 0, count: FindingCode.allCases.count)

    init(message: Finding.Place.Message) { self.message = message }

    /// Whether another finding of this code would be kept.
    func wants(_ code: FindingCode) -> Bool { counts[Int(code.rawValue)] < Linter.maximumOfOneCode }

    /// Adds a finding about some bytes of a line's value, or about its name where there is no range.
    mutating func add(
        _ code: FindingCode, line: Int, _ range: Range<Int>?, _ message: @autoclosure () -> String
    ) {
        add(code, at: Finding.Place(message: self.message, line: line, range: range), message())
    }

    /// Adds a finding about no field.
    mutating func add(_ code: FindingCode, _ message: @autoclosure () -> String) {
        add(code, at: nil, message())
    }

    private mutating func add(_ code: FindingCode, at place: Finding.Place?, _ message: @autoclosure () -> String) {
        guard wants(code) else { return }
        counts[Int(code.rawValue)] += 1
        findings.append(Finding(code, message(), at: place))
    }

    /// By line and place within it; of the same place in the order of the codes.
    var sorted: [Finding] {
        guard findings.count > 1 else { return findings }
        func key(_ finding: Finding) -> (Int, Int, UInt8) {
            guard let place = finding.place else { return (.max, 0, finding.code.rawValue) }
            return (place.line, place.range?.lowerBound ?? -1, finding.code.rawValue)
        }
        return findings.sorted { key($0) < key($1) }
    }
}
