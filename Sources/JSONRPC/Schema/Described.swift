/// A params, answer or part of one, whose every member says what it is.
///
/// `describe` is an exhaustive switch, so that a new member breaks the build until it is described.
public protocol Described: Codable, Sendable {
    /// The member names on the wire.
    associatedtype CodingKeys: CodingKey
    /// What the member means and the bounds it is held to.
    static func describe(_ key: CodingKeys) -> Field
}

/// Params of a method that takes none, or the answer of one that has nothing to say.
public struct Nothing: Described, Hashable {
    /// No members.
    public enum CodingKeys: CodingKey {}

    /// An empty object.
    public init() {}

    /// Has nothing to describe.
    public static func describe(_ key: CodingKeys) -> Field {}

    /// Reads an object and takes nothing from it.
    public init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }

    /// Writes an empty object.
    public func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }
}
