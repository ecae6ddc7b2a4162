public import StrictJSON

/// The shape of a params or answer type, derived from the type itself.
public indirect enum Schema: Sendable {
    /// A JSON object with exactly these members, in order of declaration.
    ///
    /// `title` is the name of the type in documents; an object without members has none.
    case object([Member], title: String?)
    /// An array whose items have one shape.
    case array(Schema)
    /// A value whose type states its own JSON Schema (`WireLeaf`); only a `WireEnum` has a title.
    case leaf(JSONObject, title: String?)

    /// One member of an object.
    public struct Member: Sendable {
        /// The member's name on the wire.
        public let name: String
        /// False when the member may be absent or null.
        public let isRequired: Bool
        public let field: Field
        public let schema: Schema
    }

    /// Derives the shape of a type by decoding a sample of it.
    ///
    /// A mistake in a contract (a member of a type that is no `WireLeaf`, say) stops the program; a test derives every
    /// contract's shape.
    public init<T: WireObject>(of type: T.Type) {
        let probe = SchemaProbe()
        do {
            _ = try probe.sample(of: T.self)
        } catch {
            preconditionFailure("\(type) cannot be described: \(error)")
        }
        self = probe.found ?? .object([], title: nil)
    }

    /// The members of an object; empty for any other shape.
    public var members: [Member] {
        switch self {
        case .object(let members, _): members
        case .array, .leaf: []
        }
    }

    /// The title and JSON Schema of each type with a title in this shape: the shape's own type first, and each type
    /// before the types of its members.
    public var titled: [(title: String, json: JSONObject)] {
        switch self {
        case .object(let members, let title):
            (title.map { [($0, definition)] } ?? []) + members.flatMap(\.schema.titled)
        case .array(let item): item.titled
        case .leaf(_, let title): title.map { [($0, definition)] } ?? []
        }
    }

    /// The JSON Schema where the type is used: a `$ref` into `components.schemas` for a type with a title.
    public var json: JSONObject {
        switch self {
        case .object(_, let title?), .leaf(_, let title?): ["$ref": .string("#/components/schemas/\(title)")]
        case .array(let item): ["type": "array", "items": .object(item.json)]
        case .object(_, nil), .leaf(_, nil): definition
        }
    }

    /// The JSON Schema that defines the type itself, in the subset common to draft-07 and 2020-12.
    private var definition: JSONObject {
        var object: JSONObject = [:]
        switch self {
        case .array: return json
        case .leaf(let schema, let title):
            if let title { object["title"] = .string(title) }
            for (key, value) in schema { object[key] = value }
        case .object(let members, let title):
            if let title { object["title"] = .string(title) }
            object["type"] = "object"
            object["additionalProperties"] = false
            let required = members.filter(\.isRequired).map { JSON.string($0.name) }
            if !required.isEmpty { object["required"] = .array(required) }
            object["properties"] = .object(JSONObject(members.map { ($0.name, .object($0.json)) }))
        }
        return object
    }
}

extension Schema.Member {
    /// The member's JSON Schema with its description and bounds.
    ///
    /// A `$ref` stands inside `allOf`, because draft-07 ignores what stands beside a `$ref`.
    public var json: JSONObject {
        var object = schema.json
        if object["$ref"] != nil { object = ["allOf": .array([.object(object)])] }
        object["description"] = .string(field.text)
        switch field.bounds {
        case nil: break
        case .length(let range):
            object["minLength"] = .number(JSONNumber(range.lowerBound))
            object["maxLength"] = .number(JSONNumber(range.upperBound))
        case .range(let range):
            object["minimum"] = .number(JSONNumber(range.lowerBound))
            object["maximum"] = .number(JSONNumber(range.upperBound))
        case .items(let range):
            object["minItems"] = .number(JSONNumber(range.lowerBound))
            object["maxItems"] = .number(JSONNumber(range.upperBound))
        }
        return object
    }
}
