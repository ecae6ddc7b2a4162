extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

extension JSON: ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// A literal too large for a Double becomes null, because JSON has no infinity.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSON.number) ?? .null }
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
}
