/// A JSON object on the wire whose members all have a description: params, an answer, or a part of one of them.
///
/// `describe` is an exhaustive switch, so that a new member breaks the build until it is described.
public protocol WireObject: Codable, Hashable, Sendable {
    /// The member names on the wire; positional params follow the order of these cases.
    associatedtype CodingKeys: CodingKey
    /// Returns the meaning of a member and the bounds of its value.
    static func describe(_ key: CodingKeys) -> Field
}

/// The empty object: params of a method that needs no params, or the answer of a method that returns no data.
public struct Nothing: WireObject {
    public enum CodingKeys: CodingKey {}

    public init() {}

    public static func describe(_ key: CodingKeys) -> Field {}

    public init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }

    public func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }
}
