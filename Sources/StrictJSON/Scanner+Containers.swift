extension Scanner {
    /// The array whose bracket is the next byte.
    mutating func array() throws(JSONSyntaxError) -> [JSON] {
        try enter()
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
        leave()
        return elements
    }

    /// The object whose brace is the next byte.
    mutating func object() throws(JSONSyntaxError) -> JSONObject {
        try enter()
        var members: [JSONObject.Member] = []
        var names = SeenNames()
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
        leave()
        return JSONObject(distinct: members)
    }

    private mutating func enter() throws(JSONSyntaxError) {
        guard depth < limits.depth else { throw .tooDeep(limit: limits.depth, at: at) }
        depth += 1
        at += 1
    }

    private mutating func leave() {
        depth -= 1
        at += 1
    }

    /// After an element: steps over a comma, or says that the closing byte is next.
    private mutating func isLast(closing: UInt8, wanted: String) throws(JSONSyntaxError) -> Bool {
        let byte = try next()
        if byte == closing { return true }
        guard byte == Byte.comma else { throw .unexpected(byte: byte, wanted: wanted, at: at) }
        at += 1
        return false
    }
}
