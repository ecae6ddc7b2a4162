/// The members of an object, by the keys of the type that reads them.
struct MemberReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoding: Decoding
    let object: JSONObject

    var codingPath: [any CodingKey] { decoding.codingPath }
    var allKeys: [Key] { object.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { decoding.place(of: key.stringValue, in: object) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoding.bool(value(key), step(key)) }

    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoding.string(value(key), step(key)) }

    func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoding.integer(value(key), step(key))
    }

    func decode<T: Decodable & BinaryFloatingPoint>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoding.real(value(key), step(key))
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoding.inner(value(key), step(key)).decode(whole: type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoding.lasting(value(key), step(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoding.lasting(value(key), step(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        decoding.recognise("super")
        return decoding.lasting(object["super"] ?? .null, .member("super"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoding.lasting(value(key), step(key)) }

    private func value(_ key: Key) throws(WireFault) -> JSON {
        guard let place = decoding.place(of: key.stringValue, in: object) else {
            throw decoding.fault(.missing, at: step(key))
        }
        return object.value(at: place)
    }

    private func step(_ key: Key) -> Step { .member(key.stringValue) }
}
