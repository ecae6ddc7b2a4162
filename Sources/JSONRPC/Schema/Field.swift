/// The description of one member of a `WireObject`.
public struct Field: Sendable, Hashable {
    /// The meaning of the member, with its unit.
    public let text: String
    /// The bounds of the value beyond its type; nil when there are none.
    public let bounds: Bounds?

    public init(_ text: String, _ bounds: Bounds? = nil) {
        self.text = text
        self.bounds = bounds
    }

    /// Bounds that the router checks before the handler is called, and that the schema states.
    public enum Bounds: Sendable, Hashable {
        /// The number of Unicode scalars of a string, which may not contain U+0000.
        case length(ClosedRange<Int>)
        /// The value of an integer.
        case range(ClosedRange<Int>)
        /// The number of items of an array.
        case items(ClosedRange<Int>)
    }
}
