/// One HTTP header line.
public struct Header: Sendable, Hashable {
    /// The field name, in the case in which it is written.
    public let name: String
    /// The value, without line breaks.
    public let value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
