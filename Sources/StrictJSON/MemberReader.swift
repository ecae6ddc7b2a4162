/// The keyed container of an object.
struct MemberReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let object: JSONObject

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { object.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { decoder.position(of: key.stringValue, in: object) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.bool(value(key), step(key)) }

    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder.string(value(key), step(key)) }

    func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoder.integer(value(key), step(key))
    }

    func decode<T: Decodable & BinaryFloatingPoint>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoder.real(value(key), step(key))
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoder.child(value(key), step(key)).decode(whole: type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder.retainedChild(value(key), step(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.retainedChild(value(key), step(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        decoder.recognise("super")
        return decoder.retainedChild(object["super"] ?? .null, .member("super"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder.retainedChild(value(key), step(key)) }

    private func value(_ key: Key) throws(WireFault) -> JSON {
        guard let position = decoder.position(of: key.stringValue, in: object) else {
            throw decoder.fault(.missing, at: step(key))
        }
        return object.value(at: position)
    }

    private func step(_ key: Key) -> CodingPathStep { .member(key.stringValue) }
}
