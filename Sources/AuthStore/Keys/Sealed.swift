/// A ciphertext of the service, and the number of the key of the kind `seal` that it was made with.
public struct Sealed: Sendable, Hashable {
    public let bytes: [UInt8]
    public let key: Int

    public init(_ bytes: [UInt8], key: Int = 1) {
        self.bytes = bytes
        self.key = key
    }
}
