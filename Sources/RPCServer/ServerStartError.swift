/// A listening socket could not be opened.
public struct ServerStartError: Error, Sendable, CustomStringConvertible {
    public let address: ServerAddress
    /// The system's error text.
    public let reason: String

    public var description: String { "cannot listen on \(address): \(reason)" }
}
