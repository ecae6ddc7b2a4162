/// Why a server could not be opened.
public struct ServerStartError: Error, Sendable, CustomStringConvertible {
    /// The address that was wanted.
    public let address: ServerAddress
    /// The system's words.
    public let reason: String

    /// One line for whoever started it.
    public var description: String { "cannot listen on \(address): \(reason)" }
}
