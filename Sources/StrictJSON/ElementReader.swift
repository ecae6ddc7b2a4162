/// The elements of an array, one after the other.
struct ElementReader: UnkeyedDecodingContainer {
    let decoding: Decoding
    let elements: [JSON]
    private(set) var currentIndex = 0

    init(decoding: Decoding, elements: [JSON]) {
        self.decoding = decoding
        self.elements = elements
    }

    var codingPath: [any CodingKey] { decoding.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try element().isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try advance(decoding.bool(element(), step)) }

    mutating func decode(_ type: String.Type) throws -> String { try advance(decoding.string(element(), step)) }

    mutating func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type) throws -> T {
        try advance(decoding.integer(element(), step))
    }

    mutating func decode<T: Decodable & BinaryFloatingPoint>(_ type: T.Type) throws -> T {
        try advance(decoding.real(element(), step))
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try advance(decoding.inner(element(), step).decode(whole: type))
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try advance(decoding.lasting(element(), step).container(keyedBy: type))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try advance(decoding.lasting(element(), step).unkeyedContainer())
    }

    mutating func superDecoder() throws -> any Decoder { try advance(decoding.lasting(element(), step)) }

    private var step: Step { .element(currentIndex) }

    private func element() throws(WireFault) -> JSON {
        guard !isAtEnd else { throw decoding.fault(.missing, at: step) }
        return elements[currentIndex]
    }

    private mutating func advance<T>(_ decoded: T) -> T {
        currentIndex += 1
        return decoded
    }
}
