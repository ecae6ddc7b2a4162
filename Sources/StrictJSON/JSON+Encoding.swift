extension JSON {
    /// Returns the value as compact UTF-8 JSON: no white space, members in order, numbers as they were written.
    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        encode(into: &bytes)
        return bytes
    }

    /// Appends the compact UTF-8 JSON.
    public func encode(into bytes: inout [UInt8]) { write(into: &bytes, sorted: false) }

    /// The compact JSON as text.
    public var text: String { String(decoding: encoded(), as: UTF8.self) }

    /// Returns a canonical form for hashing: that of RFC 8785, except for numbers.
    ///
    /// Members are sorted by the UTF-16 units of their names, strings are escaped as in that RFC. Numbers keep their
    /// token instead of becoming the shortest Double, because a Double would make different large integers equal.
    public func canonical() -> [UInt8] {
        var bytes: [UInt8] = []
        write(into: &bytes, sorted: true)
        return bytes
    }

    private func write(into bytes: inout [UInt8], sorted: Bool) {
        switch self {
        case .null: bytes.appendJSON("null")
        case .bool(let value): bytes.appendJSON(value ? "true" : "false")
        case .number(let value): bytes.appendToken(value.token)
        case .string(let value): bytes.appendString(value)
        case .array(let elements):
            bytes.append(Byte.openBracket)
            var isFirst = true
            for element in elements {
                if !isFirst { bytes.append(Byte.comma) }
                isFirst = false
                element.write(into: &bytes, sorted: sorted)
            }
            bytes.append(Byte.closeBracket)
        case .object(let object):
            if !sorted, let text = object.text { return bytes.append(contentsOf: text) }
            bytes.append(Byte.openBrace)
            var isFirst = true
            for (key, value) in sorted ? JSONObject(distinct: object.sorted(by: Self.precedes)) : object {
                if !isFirst { bytes.append(Byte.comma) }
                isFirst = false
                bytes.appendString(key)
                bytes.append(Byte.colon)
                value.write(into: &bytes, sorted: sorted)
            }
            bytes.append(Byte.closeBrace)
        }
    }

    private static func precedes(_ left: JSONObject.Member, _ right: JSONObject.Member) -> Bool {
        left.key.utf16.lexicographicallyPrecedes(right.key.utf16)
    }
}
