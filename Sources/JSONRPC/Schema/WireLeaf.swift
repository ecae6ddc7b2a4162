public import Primitives
public import StrictJSON

/// A type that states its own JSON Schema and a sample, unlike a `WireObject`, whose members are described one by one.
public protocol WireLeaf: Codable, Sendable {
    /// The JSON Schema of the type's values, in the subset common to draft-07 and 2020-12.
    static var schema: JSONObject { get }
    /// Any valid value. ``SchemaProbe`` finds an object's members by decoding the object from such samples.
    static var sample: Self { get }
}

/// An enum of strings; a value that is not one of the cases is refused.
public protocol WireEnum: WireLeaf, CaseIterable, RawRepresentable where RawValue == String {}

extension WireEnum {
    public static var schema: JSONObject {
        ["type": "string", "enum": .array(allCases.map { .string($0.rawValue) })]
    }

    public static var sample: Self {
        guard let first = allCases.first else { preconditionFailure("\(Self.self) has no case to use as a sample") }
        return first
    }
}

/// The schema of an open enum allows any string, so that a client accepts values that a newer service adds.
extension Open: WireLeaf where E: WireEnum {
    public static var schema: JSONObject { ["type": "string"] }
    public static var sample: Open<E> { Open(E.sample) }
}

extension String: WireLeaf {
    public static var schema: JSONObject { ["type": "string"] }
    public static var sample: String { "" }
}

extension Bool: WireLeaf {
    public static var schema: JSONObject { ["type": "boolean"] }
    public static var sample: Bool { false }
}

extension Int: WireLeaf {
    /// Contracts bound every `Int` to values that a Double holds exactly; larger numbers are `DecimalInt64`.
    public static var schema: JSONObject { ["type": "integer"] }
    public static var sample: Int { 0 }
}

extension JSON: WireLeaf {
    public static var schema: JSONObject { [:] }
    public static var sample: JSON { .null }
}

extension JSONObject: WireLeaf {
    public static var schema: JSONObject { ["type": "object"] }
    public static var sample: JSONObject { [:] }
}
