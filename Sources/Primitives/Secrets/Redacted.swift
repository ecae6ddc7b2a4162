/// A value that refuses to be printed: descriptions, mirrors and every encoder but the wire's see only dots.
///
/// A log line, a crash report or a debug dump that meets one shows `PIN(••••)`. Two secrets are compared in constant
/// time by Cryptography; `==` here is for tests and for values that decide nothing.
public protocol Redacted: Hashable, Sendable, Codable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The thing itself; every use of this name is a place to look at in review.
    associatedtype Content: Hashable & Sendable & Codable
    /// The content in the clear.
    var reveal: Content { get }
    /// Takes a content that came over the wire; nil where it breaks the type's bounds.
    init?(wire content: Content)
}

extension Redacted {
    /// The type's name and dots.
    public var description: String { "\(Self.self)(••••)" }

    /// As the description.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Reads the content and checks its bounds; the refusal never quotes it.
    public init(from decoder: any Decoder) throws {
        let content = try decoder.singleValueContainer().decode(Content.self)
        guard let value = Self(wire: content) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a well-formed \(Self.self)"))
        }
        self = value
    }

    /// Writes the content where the encoder says it is the wire's; throws for every other encoder.
    public func encode(to encoder: any Encoder) throws {
        try Wire.check(encoder, for: self)
        var container = encoder.singleValueContainer()
        try container.encode(reveal)
    }
}

/// The one gate secrets leave by.
enum Wire {
    /// Throws unless the encoder says it is the wire's.
    static func check<R: Redacted>(_ encoder: any Encoder, for value: R) throws {
        guard encoder.userInfo[.wire] as? Bool == true else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: encoder.codingPath, debugDescription: "\(R.self) is written to the wire only"))
        }
    }
}

extension CodingUserInfoKey {
    /// Set to true by the one encoder that may see secrets, the wire's.
    public static let wire = CodingUserInfoKey(rawValue: "latchkey.wire")!  // the initialiser never returns nil
}

extension String {
    /// Whether all bytes are printable ASCII without spaces, and as many as the bounds say.
    func isVisibleASCII(_ bounds: ClosedRange<Int>) -> Bool {
        bounds.contains(utf8.count) && utf8.allSatisfy { (33...126).contains($0) }
    }

    /// Whether all bytes are ASCII digits, and as many as the bounds say.
    func isDigits(_ bounds: ClosedRange<Int>) -> Bool {
        bounds.contains(utf8.count) && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
