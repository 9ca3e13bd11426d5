public import HTTPDate

/// A case: an empty store, a clock, and what happens then.
public struct Case: Sendable, Hashable {
    /// Unique in its file; without spaces. Empty for the case that a capture forms.
    public let id: Located<String>
    /// What stands in the case itself.
    public let ownSettings: Settings
    /// What stands before the first case of the file.
    public let defaults: Settings
    /// What happens and what is claimed, in the order of the file.
    public let steps: [Step]

    /// The case's own settings, and the file's where it is silent; options are taken one by one.
    public var settings: Settings { ownSettings.over(defaults) }

    /// Where the clock begins.
    public var clock: HTTPDate { (ownSettings.clock ?? defaults.clock)?.value ?? Settings.defaultClock }
}

/// Expectations on messages that live elsewhere, in a HAR or a capture.
public struct OnBlock: Sendable, Hashable {
    /// The text of its first line after `on`, which is its name in reports; unique in its file.
    public let id: Located<String>
    /// A token; nil for `*`, any method.
    public let method: Located<String>?
    /// Nil for any.
    public let origin: Located<Origin>?
    /// Begins with `/`. `*` matches within a path segment, `**` across; a query is matched only if written.
    public let pathGlob: Located<String>
    /// 100 to 999; nil for any.
    public let status: Located<Int>?
    /// What stands in the block itself.
    public let ownSettings: Settings
    /// What stands before the first case or `on` block of the file.
    public let defaults: Settings
    /// `@ +T` lines and expectations, at least one of these.
    public let steps: [Step]

    /// As ``Case/settings``.
    public var settings: Settings { ownSettings.over(defaults) }
}
