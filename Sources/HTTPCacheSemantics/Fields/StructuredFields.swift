/// Structured Field values of HTTP: the three top-level types and what they are made of (RFC 9651 §3).
///
/// A field is read with `Item.parse`, `List.parse` or `Dictionary.parse` and written with `serialized()`. Reading is
/// strict: one byte out of place refuses the whole value, as §1.1 and §4.2 ask.
public enum StructuredField {
    /// A value without parameters (RFC 9651 §3.3).
    ///
    /// What the parser returns can always be serialized. A value made by hand may lie outside its type; serializing
    /// it then throws.
    public enum BareItem: Sendable, Hashable {
        /// At most fifteen digits, signed (§3.3.1).
        case integer(Int64)
        /// A number with three digits after the point at most (§3.3.2).
        case decimal(Decimal)
        /// Bytes 0x20 to 0x7E, escapes already undone (§3.3.3).
        case string(String)
        /// A short word (§3.3.4).
        case token(Token)
        /// The octets, base64 already undone (§3.3.5).
        case byteSequence([UInt8])
        /// `?0` or `?1` (§3.3.6).
        case boolean(Bool)
        /// Seconds since 1970-01-01T00:00:00Z, without leap seconds, in the range of an Integer (§3.3.7).
        case date(Int64)
        /// Unicode text, percent-encoding already undone (§3.3.8).
        case displayString(DisplayString)
    }

    /// A number with at most twelve digits before and three after the point, kept exactly (RFC 9651 §3.3.2).
    public struct Decimal: Sendable, Hashable, Comparable {
        /// The number times 1000. Serializing throws when it has more than fifteen digits.
        public var thousandths: Int64

        /// Makes the number whose thousandfold this is; serializing throws when it is too long.
        public init(thousandths: Int64) {
            self.thousandths = thousandths
        }

        public static func < (left: Decimal, right: Decimal) -> Bool {
            left.thousandths < right.thousandths
        }
    }

    /// A short word, distinct from a String of the same characters (RFC 9651 §3.3.4).
    ///
    /// Begins with a letter or `*`; then `tchar`, `:` and `/`. Serializing throws on anything else.
    public struct Token: Sendable, Hashable {
        /// The characters as they are written; serializing throws when they are no token.
        public var text: String

        /// Makes a token of any text; serializing throws when it is none.
        public init(_ text: String) {
            self.text = text
        }
    }

    /// Unicode text meant for people (RFC 9651 §3.3.8); it may hold controls and unassigned code points (§6).
    ///
    /// Two are equal when their code points are: unlike `String`, no normalization takes part.
    public struct DisplayString: Sendable, Hashable {
        /// The text itself, without percent-encoding.
        public var text: String

        /// Makes one of any text.
        public init(_ text: String) {
            self.text = text
        }

        public static func == (left: DisplayString, right: DisplayString) -> Bool {
            left.text.utf8.elementsEqual(right.text.utf8)
        }

        public func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
            hasher.combine(0xFF as UInt8)
        }
    }

    /// Key-value pairs of an Item or an Inner List, in order, each key once (RFC 9651 §3.1.2).
    public typealias Parameters = OrderedMap<BareItem>

    /// A bare item and its parameters (RFC 9651 §3.3).
    public struct Item: Sendable, Hashable {
        /// The value.
        public var bareItem: BareItem
        /// What stands after it, each with a semicolon before it; empty for none.
        public var parameters: Parameters

        /// Makes an item; without parameters unless they are given.
        public init(_ bareItem: BareItem, parameters: Parameters = Parameters()) {
            self.bareItem = bareItem
            self.parameters = parameters
        }
    }

    /// Zero or more items in parentheses, with parameters of their own (RFC 9651 §3.1.1).
    public struct InnerList: Sendable, Hashable {
        /// The items in parentheses, each with parameters of its own.
        public var items: [Item]
        /// What stands after the closing parenthesis; empty for none.
        public var parameters: Parameters

        /// Makes an inner list; without parameters unless they are given.
        public init(_ items: [Item], parameters: Parameters = Parameters()) {
            self.items = items
            self.parameters = parameters
        }
    }

    /// What a List or a Dictionary holds (RFC 9651 §3.1, §3.2).
    public enum Member: Sendable, Hashable {
        /// A value with its parameters.
        case item(Item)
        /// Items in parentheses, with parameters.
        case innerList(InnerList)
    }

    /// Zero or more members (RFC 9651 §3.1); an empty one stands for a field that is not there.
    public struct List: Sendable, Hashable {
        /// The members in order.
        public var members: [Member]

        /// Makes a list of these members; empty unless they are given.
        public init(_ members: [Member] = []) {
            self.members = members
        }
    }

    /// Members by key, in order, each key once (RFC 9651 §3.2); an empty one stands for a field that is not there.
    public typealias Dictionary = OrderedMap<Member>
}
