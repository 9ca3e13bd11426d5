// How many times faster HTTPDate reads than three DateFormatters tried in turn, on the same dates in the same run.
// Prints the median of rounds in which both take turns; exits 1 below 1000.

import Foundation
import HTTPDate

let now = HTTPDate(secondsSinceEpoch: 1_767_225_600)
// 1980 to 2038, where both place years of two digits alike.
let dates = (0..<200).map { HTTPDate(secondsSinceEpoch: 315_532_800 + Int64($0) * 9_137_419) }
// 90 % IMF-fixdate, 5 % RFC 850, 5 % asctime.
let texts = dates.enumerated().map { index, date in
    date.formatted(index % 20 == 7 ? .rfc850 : index % 20 == 13 ? .asctime : .imfFixdate)
}
let bytes = texts.map { Array($0.utf8) }

let formatters = ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"]
    .map { format in
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = format
        return formatter
    }

func nanoseconds(_ passes: Int, _ pass: () -> Int64) -> Double {
    var sum: Int64 = 0
    let time = ContinuousClock().measure { for _ in 0..<passes { sum &+= pass() } }
    precondition(sum != 1, "the sum keeps the work alive")
    return Double(time.components.attoseconds) / 1e9 + Double(time.components.seconds) * 1e9
}

func readAll() -> Int64 {
    var sum: Int64 = 0
    for date in bytes {
        sum &+= HTTPDate.parseIfValid(date.span, relativeTo: now)?.date.secondsSinceEpoch ?? 0
    }
    return sum
}

func formatterReadAll() -> Int64 {
    var sum: Int64 = 0
    for text in texts {
        for formatter in formatters {
            if let date = formatter.date(from: text) {
                sum &+= Int64(date.timeIntervalSince1970)
                break
            }
        }
    }
    return sum
}

guard readAll() == formatterReadAll() else {
    print("DateFormatter reads other instants")
    exit(1)
}
let rounds = (0..<7).map { _ in
    (ours: nanoseconds(2000, readAll) / 2000, theirs: nanoseconds(2, formatterReadAll) / 2)
}
let ratio = rounds.map { $0.theirs / $0.ours }.sorted()[rounds.count / 2]
let ours = rounds.map(\.ours).sorted()[rounds.count / 2] / Double(texts.count)
print(String(format: "%.1f ns a date; DateFormatter with three formats takes %.0f times as long", ours, ratio))
exit(ratio >= 1000 ? 0 : 1)
