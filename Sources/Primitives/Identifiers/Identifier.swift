/// A 128-bit name of one thing, unguessable when the random made it.
///
/// Each kind has a type of its own, so that a device is never revoked where a session was meant. The text form is a
/// lower-case UUID (8-4-4-4-12); reading accepts upper case too. All 128 bits may be random: no version bits are set.
public protocol Identifier: Hashable, Sendable, Codable, CustomStringConvertible, LosslessStringConvertible,
    Comparable
{
    /// The whole value; its bytes are big-endian.
    var bits: UInt128 { get }
    /// The identifier with exactly these bits.
    init(bits: UInt128)
}

extension Identifier {
    /// The 16 bytes, most significant first: the form the databases hold.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: bits.bigEndian) { [UInt8]($0) }
    }

    /// Reads 16 bytes, most significant first; nil for any other count.
    public init?(bytes: [UInt8]) { self.init(bytes: bytes[...]) }

    /// Reads 16 bytes, most significant first; nil for any other count.
    public init?(bytes: ArraySlice<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.init(bits: bytes.withUnsafeBytes { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) })
    }

    /// The lower-case UUID text, 36 ASCII characters.
    public var description: String {
        var rest = bits
        return String(unsafeUninitializedCapacity: 36) { text in
            for place in stride(from: 35, through: 0, by: -1) {
                if UUIDText.isHyphen(place) {
                    text[place] = UInt8(ascii: "-")
                } else {
                    text[place] = Hex.digit(UInt8(truncatingIfNeeded: rest & 15))
                    rest >>= 4
                }
            }
            return 36
        }
    }

    /// Reads a UUID's text, either case; nil for any other form, braces and missing hyphens included.
    public init?(_ description: String) {
        guard description.utf8.count == 36 else { return nil }
        var bits: UInt128 = 0
        for (place, byte) in description.utf8.enumerated() {
            if UUIDText.isHyphen(place) {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let value = Hex.value(byte) else { return nil }
                bits = bits << 4 | UInt128(value)
            }
        }
        self.init(bits: bits)
    }

    /// Orders by value, which is also the order of the texts and of the stored bytes.
    public static func < (a: Self, b: Self) -> Bool { a.bits < b.bits }

    /// Reads the UUID text; anything else is refused as corrupt data.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not a UUID"))
        }
        self = value
    }

    /// Writes the UUID text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

private enum UUIDText {
    private static let hyphens: UInt64 = 1 << 8 | 1 << 13 | 1 << 18 | 1 << 23

    /// Whether this place of the 36 holds a hyphen.
    static func isHyphen(_ place: Int) -> Bool { hyphens >> UInt64(place) & 1 == 1 }
}
