public import HTTPDate

/// The age of a stored response with every term of RFC 9111 §4.2.3, in seconds.
public struct CurrentAge: Sendable, Hashable {
    /// The Age field, or 0.
    public let ageValue: Int
    /// From Date to arrival, or 0.
    public let apparentAge: Int
    /// From sending the request to arrival.
    public let responseDelay: Int
    /// The greater of apparent age and corrected age value: the age on arrival.
    public let correctedInitialAge: Int
    /// From arrival to now.
    public private(set) var residentTime: Int
    /// Which term carried the age.
    public let deciding: Rule

    /// The Age field and the response delay together.
    public var correctedAgeValue: Int { ageValue &+ responseDelay }

    /// The current age: never negative, and never more than what fits.
    public var seconds: Int { correctedInitialAge &+ residentTime }

    /// The Age field is there but is no number of seconds.
    public var isAgeInvalid: Bool { deciding == .ageInvalid }
}

extension CurrentAge {
    /// The age at the time of arrival, which is worked out once. All instants lie in years 0 to 9999
    /// (`HTTPDate.range`), so that no sum here can overflow.
    init(onArrival response: ResponseSummary, requestTime: HTTPDate, responseTime: HTTPDate) {
        let arrival = responseTime.secondsSinceEpoch
        ageValue = Int(response.age)
        apparentAge = response.flags.contains(.date) ? max(0, Int(arrival &- response.date)) : 0
        responseDelay = max(0, Int(arrival &- requestTime.secondsSinceEpoch))
        let correctedAgeValue = ageValue &+ responseDelay
        correctedInitialAge = max(apparentAge, correctedAgeValue)
        residentTime = 0
        if response.flags.contains(.ageInvalid) {
            deciding = .ageInvalid
        } else if apparentAge > correctedAgeValue {
            deciding = .ageApparent
        } else {
            deciding = response.flags.contains(.age) ? .ageField : .ageResident
        }
    }

    /// The age of what arrived at `arrival`. A clock that went backwards counts as one that stood still.
    @inline(always)
    func grown(since arrival: HTTPDate, until now: HTTPDate) -> CurrentAge {
        var age = self
        age.residentTime = max(0, Int(now.secondsSinceEpoch &- arrival.secondsSinceEpoch))
        return age
    }
}

extension CachePolicy {
    /// How old the stored response is at `now`. RFC 9111 §4.2.3.
    public func currentAge(of stored: StoredResponse, at now: HTTPDate) -> CurrentAge { age(of: stored, at: now) }

    @inline(always)
    func age(of stored: StoredResponse, at now: HTTPDate) -> CurrentAge {
        let initial = isSeed ? .seed : stored.ageOnArrival
        return initial.grown(since: stored.responseTime, until: now)
    }
}
