public import HTTPDate

/// The age of a stored response with every term of RFC 9111 §4.2.3, in seconds.
public struct CurrentAge: Sendable, Hashable {
    /// The Age field, or 0.
    public let ageValue: Int
    /// From Date to arrival, or 0.
    public let apparentAge: Int
    /// From sending the request to arrival.
    public let responseDelay: Int
    /// From arrival to now.
    public let residentTime: Int
    /// The Age field is there but is no number of seconds.
    public let isAgeInvalid: Bool
    let hasAge: Bool

    /// The Age field and the response delay together.
    public var correctedAgeValue: Int { ageValue + responseDelay }
    /// The greater of apparent age and corrected age value: the age on arrival.
    public var correctedInitialAge: Int { max(apparentAge, correctedAgeValue) }

    /// The current age: never negative, and never more than what fits.
    public var seconds: Int { correctedInitialAge + residentTime }

    /// Which term carried the age.
    public var deciding: Rule {
        if isAgeInvalid { return .ageInvalid }
        if apparentAge > correctedAgeValue { return .ageApparent }
        return hasAge ? .ageField : .ageResident
    }
}

extension CachePolicy {
    /// How old the stored response is at `now`. RFC 9111 §4.2.3. A clock that went backwards counts as one that stood
    /// still.
    @inline(__always)
    public func currentAge(of stored: StoredResponse, at now: HTTPDate) -> CurrentAge {
        if isSeed {
            let resident = max(0, Int(now.secondsSinceEpoch - stored.responseTime.secondsSinceEpoch))
            return CurrentAge(
                ageValue: 0, apparentAge: 0, responseDelay: 0, residentTime: resident, isAgeInvalid: false,
                hasAge: false)
        }
        return currentAge(
            of: stored.summary, requestTime: stored.requestTime.secondsSinceEpoch,
            responseTime: stored.responseTime.secondsSinceEpoch, now: now.secondsSinceEpoch)
    }

    /// All instants lie in years 0 to 9999 (`HTTPDate.range`), so that no sum here can overflow.
    @inline(__always)
    func currentAge(
        of response: ResponseSummary, requestTime: Int64, responseTime: Int64, now: Int64
    ) -> CurrentAge {
        CurrentAge(
            ageValue: Int(response.age),
            apparentAge: response.flags.contains(.date) ? max(0, Int(responseTime - response.date)) : 0,
            responseDelay: max(0, Int(responseTime - requestTime)),
            residentTime: max(0, Int(now - responseTime)),
            isAgeInvalid: response.flags.contains(.ageInvalid),
            hasAge: response.flags.contains(.age))
    }
}
