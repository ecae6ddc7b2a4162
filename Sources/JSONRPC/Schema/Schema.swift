public import StrictJSON

/// The shape of a params or answer type, read off the type itself once.
public indirect enum Schema: Sendable {
    /// A JSON object with these members, in order of declaration, and no others.
    case object([Member])
    /// An array, all of one shape.
    case array(Schema)
    /// One value: a JSON Schema, and whether it is a string or number (whose bounds are known).
    case leaf(JSONObject)

    /// One member of an object.
    public struct Member: Sendable {
        /// Its name on the wire.
        public let name: String
        /// False when it may be absent.
        public let isRequired: Bool
        /// Meaning and bounds.
        public let field: Field
        /// Its shape.
        public let schema: Schema
    }

    /// Reads the shape off a described type by decoding a sample of it.
    ///
    /// A mistake in a contract (a leaf without a sample, say) stops the program: it can only be met in development.
    public init<T: Described>(of type: T.Type) {
        let probe = Probe()
        do {
            _ = try probe.sample(of: T.self)
        } catch {
            preconditionFailure("\(type) cannot be described: \(error)")
        }
        self = probe.found ?? .object([])
    }

    /// Its members, for an object; none otherwise.
    public var members: [Member] {
        switch self {
        case .object(let members): members
        case .array, .leaf: []
        }
    }

    /// The JSON Schema (subset common to draft-07 and 2020-12).
    public var json: JSONObject {
        switch self {
        case .leaf(let schema): return schema
        case .array(let item): return ["type": "array", "items": .object(item.json)]
        case .object(let members):
            var object: JSONObject = ["type": "object", "additionalProperties": false]
            let required = members.filter(\.isRequired).map { JSON.string($0.name) }
            if !required.isEmpty { object["required"] = .array(required) }
            object["properties"] = .object(JSONObject(members.map { ($0.name, .object($0.json)) }))
            return object
        }
    }
}

extension Schema.Member {
    /// The member's JSON Schema with its description and bounds.
    public var json: JSONObject {
        var object = schema.json
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
