/// What a contract says of one member: its meaning, and the bounds every value is held to.
public struct Field: Sendable, Hashable {
    /// One sentence: meaning and unit.
    public let text: String
    /// What the value may be, beyond its type.
    public let bounds: Bounds?

    /// Describes a member.
    public init(_ text: String, _ bounds: Bounds? = nil) {
        self.text = text
        self.bounds = bounds
    }

    /// Limits a router enforces before a handler sees the value, and the document states.
    public enum Bounds: Sendable, Hashable {
        /// The number of characters (Unicode scalars) of a string.
        case length(ClosedRange<Int>)
        /// The value of an integer.
        case range(ClosedRange<Int>)
        /// The number of items of an array.
        case items(ClosedRange<Int>)
    }
}
