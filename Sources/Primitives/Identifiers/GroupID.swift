/// A facility group's name, a slug people can read aloud: a lower-case letter, then up to 31 of `a-z 0-9 -`.
public struct GroupID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible, Comparable {
    /// The slug.
    public let rawValue: String

    /// Takes a slug; nil where it has another form.
    public init?(rawValue: String) {
        let bytes = rawValue.utf8
        guard let first = bytes.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first), bytes.count <= 32,
            bytes.allSatisfy(Self.allowed)
        else { return nil }
        self.rawValue = rawValue
    }

    /// The slug.
    public var description: String { rawValue }

    /// Alphabetical.
    public static func < (a: GroupID, b: GroupID) -> Bool { a.rawValue < b.rawValue }

    private static func allowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
