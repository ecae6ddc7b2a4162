/// The name of a facility group: a lower-case letter, followed by at most 31 of `a-z 0-9 -`.
public struct GroupID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible, Comparable {
    public let rawValue: String

    /// Returns nil for a name of another form.
    public init?(rawValue: String) {
        let bytes = rawValue.utf8
        guard let first = bytes.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first), bytes.count <= 32,
            bytes.allSatisfy(Self.isAllowed)
        else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }

    public static func < (a: GroupID, b: GroupID) -> Bool { a.rawValue < b.rawValue }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
