/// A secret value that is not printed: its description shows only dots, its mirror is empty, and only the wire's
/// encoder encodes it.
///
/// A log line, crash report or debug dump shows `OneTimeCode(••••)`. `==` does not take constant time. A secret that a
/// caller presents is compared with `ConstantTime.equal` of the module Cryptography.
public protocol Redacted: Hashable, Sendable, Codable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    associatedtype Content: Hashable & Sendable & Codable
    /// The unredacted content. Every use of this property is worth a look in a review.
    var reveal: Content { get }
    /// Makes a value from content decoded from the wire; nil if it is outside the type's bounds.
    init?(wire content: Content)
}

extension Redacted {
    public var description: String { "\(Self.self)(••••)" }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Decodes the content and checks its bounds. The error does not contain it.
    public init(from decoder: any Decoder) throws {
        let content = try decoder.singleValueContainer().decode(Content.self)
        guard let value = Self(wire: content) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a well-formed \(Self.self)"))
        }
        self = value
    }

    /// Encodes the content with the wire's encoder; throws for every other encoder.
    public func encode(to encoder: any Encoder) throws {
        try Wire.check(encoder, for: self)
        var container = encoder.singleValueContainer()
        try container.encode(reveal)
    }
}

enum Wire {
    /// Throws unless the encoder has ``CodingUserInfoKey/wire`` set, as only the wire's encoder has.
    static func check<R: Redacted>(_ encoder: any Encoder, for value: R) throws {
        guard encoder.userInfo[.wire] as? Bool == true else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: encoder.codingPath, debugDescription: "\(R.self) is written to the wire only"))
        }
    }
}

extension CodingUserInfoKey {
    /// The user info entry that is true in the wire's encoder, the only encoder that may encode secrets.
    public static let wire = CodingUserInfoKey(rawValue: "latchkey.wire")!  // the initialiser never returns nil
}

extension String {
    /// True if the text is printable ASCII without spaces, with a length within the bounds.
    func isVisibleASCII(_ bounds: ClosedRange<Int>) -> Bool {
        bounds.contains(utf8.count) && utf8.allSatisfy { (33...126).contains($0) }
    }

    /// True if the text is ASCII digits, with a length within the bounds.
    func isDigits(_ bounds: ClosedRange<Int>) -> Bool {
        bounds.contains(utf8.count) && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
