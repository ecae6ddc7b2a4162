public import Cryptography

/// Reads the files of wrapping keys while the service runs.
public struct WrappingKeyFiles: Sendable {
    /// Reads the file `vault.<id>.key`, and throws one line for the administrator if it cannot be read.
    let read: @Sendable (_ id: String) throws -> Key256

    public init(read: @escaping @Sendable (_ id: String) throws -> Key256) { self.read = read }
}
