extension Scanner {
    /// Parses the array whose bracket is the next byte.
    mutating func array() throws(JSONSyntaxError) -> [JSON] {
        try beginContainer()
        var elements: [JSON] = []
        if try next() != Byte.closeBracket {
            while true {
                let byte = try next()
                if byte == Byte.closeBracket { throw .unexpected(byte: byte, wanted: "a value", at: at) }
                guard elements.count < limits.elements else {
                    throw .tooManyElements(limit: limits.elements, at: at)
                }
                elements.append(try value())
                if try isLast(closing: Byte.closeBracket, wanted: "a comma or ]") { break }
            }
        }
        endContainer()
        return elements
    }

    /// Parses the object whose brace is the next byte.
    mutating func object() throws(JSONSyntaxError) -> JSONObject {
        try beginContainer()
        var members: [JSONObject.Member] = []
        var names = MemberNameSet()
        if try next() != Byte.closeBrace {
            while true {
                let byte = try next()
                guard byte == Byte.quote else { throw .unexpected(byte: byte, wanted: "a member name", at: at) }
                guard members.count < limits.elements else { throw .tooManyElements(limit: limits.elements, at: at) }
                let start = at
                let key = try string()
                guard names.insert(key, after: members) else { throw .duplicateKey(key, at: start) }
                let colon = try next()
                guard colon == Byte.colon else { throw .unexpected(byte: colon, wanted: "a colon", at: at) }
                at += 1
                members.append((key, try value()))
                if try isLast(closing: Byte.closeBrace, wanted: "a comma or }") { break }
            }
        }
        endContainer()
        return JSONObject(distinct: members)
    }

    private mutating func beginContainer() throws(JSONSyntaxError) {
        guard depth < limits.depth else { throw .tooDeep(limit: limits.depth, at: at) }
        depth += 1
        at += 1
    }

    private mutating func endContainer() {
        depth -= 1
        at += 1
    }

    /// After an element: consumes a comma and returns false, or returns true if the closing byte is next.
    private mutating func isLast(closing: UInt8, wanted: String) throws(JSONSyntaxError) -> Bool {
        let byte = try next()
        if byte == closing { return true }
        guard byte == Byte.comma else { throw .unexpected(byte: byte, wanted: wanted, at: at) }
        at += 1
        return false
    }
}
