import COpenSSL
public import Primitives

/// A 256-bit symmetric key: never printed, never encoded, wiped when its last holder lets go.
public struct Key256: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let storage: WipedBytes

    /// Takes exactly 32 bytes; nil for any other count. The caller's array is the caller's to forget.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        storage = WipedBytes(bytes)
    }

    /// Fills a key where it will live.
    init(filling fill: (UnsafeMutablePointer<UInt8>) -> Void) { storage = WipedBytes(count: 32, filling: fill) }

    /// A key nobody has seen.
    public static func generate(_ random: RandomSource) -> Key256 {
        var bytes = random.bytes(32)
        defer { Wipe.bytes(&bytes) }
        return Key256 { $0.update(from: bytes, count: 32) }
    }

    /// Lends the 32 bytes for the length of the call; the pointer must not outlive it.
    public func withBytes<T, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> T) throws(E) -> T {
        try storage.withBytes(body)
    }

    /// A copy of the bytes, for the place that writes a key file or wraps a key; wipe it after.
    public var reveal: [UInt8] { withBytes { [UInt8]($0) } }

    /// Equal keys, in constant time.
    public static func == (a: Key256, b: Key256) -> Bool { ConstantTime.equal(a.reveal, b.reveal) }

    /// Feeds the bytes to the process's own keyed hasher, which shows nothing of them.
    public func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }

    /// The type's name and dots.
    public var description: String { "Key256(••••)" }
    /// As the description.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
