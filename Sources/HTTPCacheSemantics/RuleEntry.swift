/// A row behind `Rule`: its code, section, level and line stand together, so that a script can check them against the
/// texts.
struct RuleEntry {
    let code: StaticString
    let rfc: Int
    let section: StaticString
    let level: Rule.Level
    let summary: StaticString

    init(
        _ code: StaticString, _ rfc: Int, _ section: StaticString, _ level: Rule.Level, _ summary: StaticString
    ) {
        self.code = code
        self.rfc = rfc
        self.section = section
        self.level = level
        self.summary = summary
    }
}
