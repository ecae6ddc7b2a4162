extension JSON {
    /// Whether this is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The truth value, or nil when this is something else.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The number, or nil when this is something else.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

    /// The text, or nil when this is something else.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The elements, or nil when this is something else.
    public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }

    /// The object, or nil when this is something else.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// The member of that name, or nil when there is none or this is no object.
    public subscript(key: String) -> JSON? { object?[key] }

    /// The element at that place counted from 0, or nil when there is none or this is no array.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}
