/// Writes the members of an object.
struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: Encoding

    var codingPath: [any CodingKey] { encoding.codingPath }

    func encodeNil(forKey key: Key) throws {
        encoding.beginMember(key.stringValue)
        encoding.sink.bytes.appendJSON("null")
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        encoding.beginMember(key.stringValue)
        encoding.write(value)
    }

    func encode(_ value: String, forKey key: Key) throws {
        encoding.beginMember(key.stringValue)
        encoding.sink.bytes.appendString(value)
    }

    func encode<T: Encodable & FixedWidthInteger>(_ value: T, forKey key: Key) throws {
        encoding.beginMember(key.stringValue)
        encoding.write(value)
    }

    func encode<T: Encodable & BinaryFloatingPoint>(_ value: T, forKey key: Key) throws {
        encoding.beginMember(key.stringValue)
        try encoding.write(value, step(key))
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        encoding.beginMember(key.stringValue)
        try encoding.encode(value, at: step(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoding.beginMember(key.stringValue)
        return encoding.lasting(step(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoding.beginMember(key.stringValue)
        return encoding.lasting(step(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        encoding.beginMember("super")
        return encoding.lasting(.member("super"))
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        encoding.beginMember(key.stringValue)
        return encoding.lasting(step(key))
    }

    private func step(_ key: Key) -> Step { .member(key.stringValue) }
}
