public import Primitives

/// The bytes whose SHA-256 is the digest of a vault's live items. The vault and its devices compute it alike.
///
/// They are the ASCII text `latchkey/manifest/1`, followed by each live item in ascending order of id: the 16 bytes of
/// its id and the 8 bytes of its rev, most significant byte first. All parts but the text at the start have a fixed
/// length, so no two lists have the same encoding.
public struct ManifestEncoding: Sendable {
    public private(set) var bytes = Array("latchkey/manifest/1".utf8)

    /// - Parameter count: the number of items that will be added; it only reserves memory.
    public init(count: Int = 0) { bytes.reserveCapacity(bytes.count + count * 24) }

    /// Adds the next live item. The caller adds them in ascending order of id.
    public mutating func add(_ id: SecretID, rev: Int64) {
        withUnsafeBytes(of: id.bits.bigEndian) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: rev.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
