/// A JSON object of the wire, each of whose members has a description: the params or answer of a method, or a part of one.
///
/// `describe` is an exhaustive switch, so that a new member breaks the build until it is described.
public protocol WireObject: Codable, Hashable, Sendable {
    /// The member names on the wire; positional params follow the order of these cases.
    associatedtype CodingKeys: CodingKey
    /// Returns the meaning of a member and the bounds of its value.
    static func describe(_ key: CodingKeys) -> Field
}

/// The empty object: params of a method that takes none, or the answer of a method that returns no data.
public struct Nothing: WireObject {
    public enum CodingKeys: CodingKey {}

    public init() {}

    public static func describe(_ key: CodingKeys) -> Field {}

    public init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }

    public func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }
}
