/// The unkeyed container of an array.
struct ElementReader: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    let elements: [JSON]
    private(set) var currentIndex = 0

    init(decoder: ValueDecoder, elements: [JSON]) {
        self.decoder = decoder
        self.elements = elements
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try element().isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try advance(decoder.bool(element(), step)) }

    mutating func decode(_ type: String.Type) throws -> String { try advance(decoder.string(element(), step)) }

    mutating func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type) throws -> T {
        try advance(decoder.integer(element(), step))
    }

    mutating func decode<T: Decodable & BinaryFloatingPoint>(_ type: T.Type) throws -> T {
        try advance(decoder.real(element(), step))
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try advance(decoder.child(element(), step).decode(whole: type))
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try advance(decoder.retainedChild(element(), step).container(keyedBy: type))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try advance(decoder.retainedChild(element(), step).unkeyedContainer())
    }

    mutating func superDecoder() throws -> any Decoder { try advance(decoder.retainedChild(element(), step)) }

    private var step: CodingPathStep { .element(currentIndex) }

    private func element() throws(WireFault) -> JSON {
        guard !isAtEnd else { throw decoder.fault(.missing, at: step) }
        return elements[currentIndex]
    }

    private mutating func advance<T>(_ decoded: T) -> T {
        currentIndex += 1
        return decoded
    }
}
