import COpenSSL
public import Primitives

/// A 256-bit symmetric key. It is never printed or encoded, and wiped with its last copy.
public struct Key256: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let storage: WipedBytes

    /// Copies exactly 32 bytes; nil for any other count. The caller wipes its own array.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        storage = WipedBytes(bytes)
    }

    /// Fills the key's memory in place, so that no copy is left elsewhere.
    init(filling fill: (UnsafeMutablePointer<UInt8>) -> Void) { storage = WipedBytes(count: 32, filling: fill) }

    public static func generate(_ random: RandomSource) -> Key256 {
        var bytes = random.bytes(32)
        defer { Wipe.bytes(&bytes) }
        return Key256 { $0.update(from: bytes, count: 32) }
    }

    /// Calls the closure with the 32 bytes; the pointer is valid only during the call.
    public func withBytes<T, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> T) throws(E) -> T {
        try storage.withBytes(body)
    }

    /// A copy of the bytes, for writing a key file or wrapping the key. The caller wipes it afterwards.
    public var reveal: [UInt8] { withBytes { [UInt8]($0) } }

    /// Compares in constant time.
    public static func == (a: Key256, b: Key256) -> Bool { ConstantTime.equal(a.reveal, b.reveal) }

    public func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }

    public var description: String { "Key256(••••)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
