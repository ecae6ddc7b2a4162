/// The keyed hash of a phone number, by which rows of the number are found. The key is not in the database.
///
/// While a key is being replaced, a number has two: rows hold both, and are found by either.
public struct PhoneIndex: Hashable, Sendable {
    public let bytes: [UInt8]
    /// The number of the key of `bytes`.
    public let key: Int
    /// The keyed hash under the other index key in use; nil if there is one key.
    public let other: [UInt8]?

    public init(_ bytes: [UInt8], key: Int = 1, other: [UInt8]? = nil) {
        self.bytes = bytes
        self.key = key
        self.other = other
    }

    /// One or two keyed hashes of the number, in the order of their bytes.
    public var all: [[UInt8]] { ([bytes] + (other.map { [$0] } ?? [])).sorted { $0.lexicographicallyPrecedes($1) } }

    /// True if both are of one number: they have a keyed hash in common.
    public func isSameNumber(as phone: PhoneIndex) -> Bool { !Set(all).isDisjoint(with: phone.all) }
}
