/// One HTTP header line.
public struct Header: Sendable, Hashable {
    /// The field name, as it is written.
    public let name: String
    /// The value, without line breaks.
    public let value: String

    /// Makes a header line.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
