/// The keyed container that writes the members of an object.
struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws {
        encoder.beginMember(key.stringValue)
        encoder.output.bytes.appendJSON("null")
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        encoder.beginMember(key.stringValue)
        encoder.write(value)
    }

    func encode(_ value: String, forKey key: Key) throws {
        encoder.beginMember(key.stringValue)
        encoder.output.bytes.appendString(value)
    }

    func encode<T: Encodable & FixedWidthInteger>(_ value: T, forKey key: Key) throws {
        encoder.beginMember(key.stringValue)
        encoder.write(value)
    }

    func encode<T: Encodable & BinaryFloatingPoint>(_ value: T, forKey key: Key) throws {
        encoder.beginMember(key.stringValue)
        try encoder.write(value, step(key))
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        encoder.beginMember(key.stringValue)
        try encoder.encode(value, at: step(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder.beginMember(key.stringValue)
        return encoder.retainedChild(step(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.beginMember(key.stringValue)
        return encoder.retainedChild(step(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        encoder.beginMember("super")
        return encoder.retainedChild(.member("super"))
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        encoder.beginMember(key.stringValue)
        return encoder.retainedChild(step(key))
    }

    private func step(_ key: Key) -> CodingPathStep { .member(key.stringValue) }
}
