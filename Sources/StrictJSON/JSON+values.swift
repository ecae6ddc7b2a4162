extension JSON {
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The Boolean, or nil for any other value. The properties below are nil in the same way.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

    public var string: String? { if case .string(let value) = self { value } else { nil } }

    public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }

    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// The value of a member, or nil if there is none or this is not an object.
    public subscript(key: String) -> JSON? { object?[key] }

    /// The element at an index, or nil if there is none or this is not an array.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}
