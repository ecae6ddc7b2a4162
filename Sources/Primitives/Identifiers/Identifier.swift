/// A 128-bit identifier. An identifier made by ``RandomSource/system`` cannot be guessed.
///
/// Each kind of thing has a type of its own, so that the compiler distinguishes a device from a session. The text form
/// is a lower-case UUID (8-4-4-4-12); parsing also accepts upper case. All 128 bits may be random: no version bits are
/// set.
public protocol Identifier: Hashable, Sendable, Codable, CustomStringConvertible, LosslessStringConvertible,
    Comparable
{
    var bits: UInt128 { get }
    init(bits: UInt128)
}

extension Identifier {
    /// The 16 bytes, most significant first: the form stored in the databases.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: bits.bigEndian) { [UInt8]($0) }
    }

    /// Decodes 16 bytes, most significant first; nil for any other count.
    @inlinable
    public init?(bytes: [UInt8]) { self.init(bytes: bytes[...]) }

    /// Decodes 16 bytes, most significant first; nil for any other count.
    @inlinable
    public init?(bytes: ArraySlice<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.init(bits: bytes.withUnsafeBytes { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) })
    }

    /// The lower-case UUID text, 36 ASCII characters.
    public var description: String {
        var rest = bits
        return String(unsafeUninitializedCapacity: 36) { text in
            for index in stride(from: 35, through: 0, by: -1) {
                if UUIDText.isHyphen(index) {
                    text[index] = UInt8(ascii: "-")
                } else {
                    text[index] = Hex.digit(UInt8(truncatingIfNeeded: rest & 15))
                    rest >>= 4
                }
            }
            return 36
        }
    }

    /// Parses a UUID in upper or lower case; nil for any other form, such as one in braces or without hyphens.
    public init?(_ description: String) {
        guard description.utf8.count == 36 else { return nil }
        var bits: UInt128 = 0
        for (index, byte) in description.utf8.enumerated() {
            if UUIDText.isHyphen(index) {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let value = Hex.value(byte) else { return nil }
                bits = bits << 4 | UInt128(value)
            }
        }
        self.init(bits: bits)
    }

    /// Compares the values; texts and stored bytes have the same order.
    public static func < (a: Self, b: Self) -> Bool { a.bits < b.bits }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not a UUID"))
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

private enum UUIDText {
    private static let hyphens: UInt64 = 1 << 8 | 1 << 13 | 1 << 18 | 1 << 23

    /// Returns true for the indexes of the hyphens among the 36 characters.
    static func isHyphen(_ index: Int) -> Bool { hyphens >> UInt64(index) & 1 == 1 }
}
