public import StrictJSON

extension Schema {
    /// Checks the members and bounds of a value, and that objects and arrays are where the schema has them. Decoding
    /// checks the types of all other values.
    ///
    /// - Throws: `invalidParams` with the path of the first invalid member. The members of the schema are checked in
    ///   their order, then the object is searched for unknown members.
    public func check(_ value: JSON) throws(Fault) { try check(value, at: "") }

    func check(_ value: JSON, at path: String) throws(Fault) {
        switch (self, value) {
        case (.object(let members, _), .object(let object)):
            try Self.check(object, against: members, at: path)
        case (.array(let item), .array(let values)):
            for (index, value) in values.enumerated() { try item.check(value, at: "\(path)[\(index)]") }
        case (.object, _), (.array, _):
            throw Fault(.invalidParams, field: path)
        case (.leaf, _):
            break
        }
    }

    private static func check(_ object: JSONObject, against members: [Member], at path: String) throws(Fault) {
        var seen = 0
        for member in members {
            guard let value = object[member.name], value != .null || !member.isOptional else {
                if member.isRequired { throw Fault(.invalidParams, field: join(path, member.name)) }
                if object[member.name] != nil { seen += 1 }
                continue
            }
            seen += 1
            if let bounds = member.field.bounds, !bounds.contain(value) {
                throw Fault(.invalidParams, field: join(path, member.name))
            }
            switch member.schema {
            case .leaf: break
            case .object, .array: try member.schema.check(value, at: join(path, member.name))
            }
        }
        guard seen != object.count else { return }
        for (name, _) in object where !members.contains(where: { $0.name == name }) {
            throw Fault(.invalidParams, field: join(path, name))
        }
    }

    private static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

extension Schema.Member {
    fileprivate var isOptional: Bool { !isRequired }
}

extension Field.Bounds {
    /// Returns true when the value is within the bounds, or of a type they do not apply to (decoding refuses it).
    ///
    /// A bounded string may not contain U+0000, which PostgreSQL cannot store.
    fileprivate func contain(_ value: JSON) -> Bool {
        switch (self, value) {
        case (.length(let range), .string(let text)): text.scalarCountWithoutNUL.map(range.contains) ?? false
        case (.range(let range), .number(let number)): number.int64.map { range.contains(Int($0)) } ?? false
        case (.items(let range), .array(let items)): range.contains(items.count)
        case (.length, _), (.range, _), (.items, _): true
        }
    }
}

extension String {
    /// The number of Unicode scalars; nil if U+0000 is among them. One pass over the bytes, because every bounded
    /// text of every request is checked.
    fileprivate var scalarCountWithoutNUL: Int? {
        var text = self
        return text.withUTF8 { bytes in
            var count = 0
            for byte in bytes {
                if byte == 0 { return nil }
                // Every byte of UTF-8 begins a scalar, except the continuation bytes 10xxxxxx.
                if byte & 0xC0 != 0x80 { count += 1 }
            }
            return count
        }
    }
}
