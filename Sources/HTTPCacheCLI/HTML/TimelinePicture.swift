import HTTPCacheSemantics

/// A timeline as inline SVG: what a cache may do at each age, and the ages that matter with their names.
///
/// Names stand under the bar, one a line, each with a line up to its age, so that none covers another. Times between
/// ages have at least an eighth of the bar, so that a minute is seen beside a year; beyond that they are to scale.
struct TimelinePicture {
    let timeline: Timeline

    private static let width = 360
    private static let left = 6
    private static let barHeight = 16
    private static let rowHeight = 16

    private struct Event {
        let age: Int
        let name: String
        var isNow = false
    }

    /// Nil where freshness plays no part.
    var svg: String? {
        guard let fresh = timeline.freshUntil else { return nil }
        let events = events(fresh)
        let end = events.map(\.age).max() ?? 0
        let rows = events.sorted { $0.age > $1.age }
        let top = 2
        let height = top + Self.barHeight + rows.count * Self.rowHeight + 8
        var text = "<svg class=\"timeline\" viewBox=\"0 0 \(Self.width) \(height)\" role=\"img\" aria-label=\""
        text += XMLText.escaped("timeline by age: " + events.map { label($0) }.joined(separator: "; ")) + "\">"
        let places = Self.places(of: Set(events.map(\.age)).sorted())
        func x(_ age: Int) -> Int { places[age] ?? Self.width - Self.left }
        func band(_ from: Int, _ to: Int, _ name: String) -> String {
            guard to > from else { return "" }
            return
                "<rect class=\"\(name)\" x=\"\(x(from))\" y=\"\(top)\" width=\"\(max(1, x(to) - x(from)))\" height=\"\(Self.barHeight)\"/>"
        }
        let meanwhile = max(fresh, timeline.whileRevalidateUntil ?? 0)
        let ifError = max(meanwhile, timeline.ifErrorUntil ?? 0)
        text += band(0, fresh, "fresh") + band(fresh, meanwhile, "meanwhile") + band(meanwhile, ifError, "iferror")
        // What comes after the last age is the same for ever.
        text += band(ifError, end + 1, "stale")
        for (index, event) in rows.enumerated() {
            let y = top + Self.barHeight + (index + 1) * Self.rowHeight
            let place = x(event.age)
            text +=
                "<line class=\"tick\(event.isNow ? " now" : "")\" x1=\"\(place)\" y1=\"\(top - 2)\" x2=\"\(place)\" y2=\"\(y)\"/>"
            let isRight = place > Self.width * 3 / 5
            text += "<text x=\"\(isRight ? place - 4 : place + 4)\" y=\"\(y)\""
            text += isRight ? " text-anchor=\"end\">" : ">"
            text += XMLText.escaped(label(event)) + "</text>"
        }
        return text + "</svg>\n"
    }

    /// Where each age stands; the ages are in order, and after the last one some room is left.
    private static func places(of ages: [Int]) -> [Int: Int] {
        let room = Double(width - 2 * left) * 0.92
        let parts = max(1, ages.count - 1)
        let share = min(0.125, 0.9 / Double(parts))
        let whole = Double((ages.last ?? 0) - (ages.first ?? 0))
        var places: [Int: Int] = [:]
        var x = Double(left)
        for (index, age) in ages.enumerated() {
            if index > 0 {
                let length = Double(age - ages[index - 1]) / whole
                x += room * (share + length * (1 - share * Double(parts)))
            }
            places[age] = Int(x)
        }
        return places
    }

    private func events(_ fresh: Int) -> [Event] {
        var events = [Event(age: 0, name: "generated")]
        if timeline.arrived == timeline.now {
            events.append(Event(age: timeline.now, name: "arrived, now", isNow: true))
        } else {
            events.append(Event(age: timeline.arrived, name: "arrived"))
            events.append(Event(age: timeline.now, name: "now", isNow: true))
        }
        events.append(Event(age: fresh, name: "fresh until"))
        if let end = timeline.whileRevalidateUntil { events.append(Event(age: end, name: "while-revalidate until")) }
        if let end = timeline.ifErrorUntil { events.append(Event(age: end, name: "if-error until")) }
        return events.sorted { $0.age < $1.age }
    }

    private func label(_ event: Event) -> String { "\(event.name) \(DurationText.exact(event.age))" }
}
