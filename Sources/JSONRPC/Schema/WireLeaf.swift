public import StrictJSON

/// A type that is one JSON value: it states its own schema and a sample.
public protocol WireLeaf: Codable, Sendable {
    /// Its JSON Schema, in the subset common to draft-07 and 2020-12.
    static var schema: JSONObject { get }
    /// Any valid value; the schema probe builds its host with it.
    static var sample: Self { get }
}

/// An enum of string values, closed: an unknown value is refused.
public protocol WireEnum: WireLeaf, CaseIterable, RawRepresentable where RawValue == String {}

extension WireEnum {
    /// The list of values.
    public static var schema: JSONObject {
        ["type": "string", "enum": .array(allCases.map { .string($0.rawValue) })]
    }

    /// The first case.
    public static var sample: Self {
        guard let first = allCases.first else { preconditionFailure("\(Self.self) has no case to show") }
        return first
    }
}

extension String: WireLeaf {
    /// Any string.
    public static var schema: JSONObject { ["type": "string"] }
    /// Empty.
    public static var sample: String { "" }
}

extension Bool: WireLeaf {
    /// true or false.
    public static var schema: JSONObject { ["type": "boolean"] }
    /// false.
    public static var sample: Bool { false }
}

extension Int: WireLeaf {
    /// An integer that every client can hold exactly.
    public static var schema: JSONObject { ["type": "integer"] }
    /// Zero.
    public static var sample: Int { 0 }
}

extension JSON: WireLeaf {
    /// Anything.
    public static var schema: JSONObject { [:] }
    /// null.
    public static var sample: JSON { .null }
}

extension JSONObject: WireLeaf {
    /// Any object.
    public static var schema: JSONObject { ["type": "object"] }
    /// Empty.
    public static var sample: JSONObject { [:] }
}
