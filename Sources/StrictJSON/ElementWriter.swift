/// Writes the elements of an array.
struct ElementWriter: UnkeyedEncodingContainer {
    let encoding: Encoding

    var codingPath: [any CodingKey] { encoding.codingPath }
    var count: Int { encoding.count }

    func encodeNil() throws {
        encoding.beginElement()
        encoding.sink.bytes.appendJSON("null")
    }

    func encode(_ value: Bool) throws {
        encoding.beginElement()
        encoding.write(value)
    }

    func encode(_ value: String) throws {
        encoding.beginElement()
        encoding.sink.bytes.appendString(value)
    }

    func encode<T: Encodable & FixedWidthInteger>(_ value: T) throws {
        encoding.beginElement()
        encoding.write(value)
    }

    func encode<T: Encodable & BinaryFloatingPoint>(_ value: T) throws {
        encoding.beginElement()
        try encoding.write(value, .element(count - 1))
    }

    func encode<T: Encodable>(_ value: T) throws {
        encoding.beginElement()
        try encoding.encode(value, at: .element(count - 1))
    }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoding.beginElement()
        return encoding.lasting(.element(count - 1)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoding.beginElement()
        return encoding.lasting(.element(count - 1)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        encoding.beginElement()
        return encoding.lasting(.element(count - 1))
    }
}
