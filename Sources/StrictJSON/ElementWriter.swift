/// The unkeyed container that writes the elements of an array.
struct ElementWriter: UnkeyedEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.count }

    func encodeNil() throws {
        encoder.beginElement()
        encoder.output.bytes.appendJSON("null")
    }

    func encode(_ value: Bool) throws {
        encoder.beginElement()
        encoder.write(value)
    }

    func encode(_ value: String) throws {
        encoder.beginElement()
        encoder.output.bytes.appendString(value)
    }

    func encode<T: Encodable & FixedWidthInteger>(_ value: T) throws {
        encoder.beginElement()
        encoder.write(value)
    }

    func encode<T: Encodable & BinaryFloatingPoint>(_ value: T) throws {
        encoder.beginElement()
        try encoder.write(value, .element(count - 1))
    }

    func encode<T: Encodable>(_ value: T) throws {
        encoder.beginElement()
        try encoder.encode(value, at: .element(count - 1))
    }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoder.beginElement()
        return encoder.retainedChild(.element(count - 1)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder.beginElement()
        return encoder.retainedChild(.element(count - 1)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        encoder.beginElement()
        return encoder.retainedChild(.element(count - 1))
    }
}
