/// The `Encoder` of one value, with the path to it.
///
/// The encoder of a member or element writes directly to the output of the containing value. Only the encoders behind
/// `nestedContainer`, `nestedUnkeyedContainer` and `superEncoder` have an output of their own, because the type may
/// continue to write to the outer container as well.
final class ValueEncoder: Encoder {
    private enum Shape {
        case nothing, scalar, object, array
    }

    let output: OutputBuffer
    private let parent: ValueEncoder?
    private let step: CodingPathStep
    private var shape = Shape.nothing
    private(set) var count = 0

    init(output: OutputBuffer, parent: ValueEncoder?, step: CodingPathStep) {
        self.output = output
        self.parent = parent
        self.step = step
    }

    var userInfo: [CodingUserInfoKey: Any] { WireUserInfo.all }

    var codingPath: [any CodingKey] {
        var keys: [any CodingKey] = []
        var next: ValueEncoder? = self
        while let encoder = next {
            if let key = encoder.step.key { keys.append(key) }
            next = encoder.parent
        }
        return keys.reversed()
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin(.object, Byte.openBrace)
        return KeyedEncodingContainer(MemberWriter(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        begin(.array, Byte.openBracket)
        return ElementWriter(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func begin(_ wanted: Shape, _ bracket: UInt8) {
        precondition(shape == .nothing || shape == wanted, "one value cannot be both an object and an array")
        if shape == .nothing { output.bytes.append(bracket) }
        shape = wanted
    }

    /// Begins an object without a container for its members.
    func beginObject() { begin(.object, Byte.openBrace) }

    /// Records that the value is a scalar; called before it is written.
    func beginScalar() {
        precondition(shape == .nothing, "a type encodes two values where one is expected")
        shape = .scalar
    }

    /// Writes the comma, name and colon before a member's value.
    func beginMember(_ name: String) {
        if count > 0 { output.bytes.append(Byte.comma) }
        count += 1
        output.bytes.appendString(name)
        output.bytes.append(Byte.colon)
    }

    /// Writes the comma before an element.
    func beginElement() {
        if count > 0 { output.bytes.append(Byte.comma) }
        count += 1
    }

    /// Writes the closing bracket. A type that wrote nothing is encoded as an empty object.
    func close() {
        switch shape {
        case .nothing: output.bytes.appendJSON("{}")
        case .scalar: break
        case .object: output.bytes.append(Byte.closeBrace)
        case .array: output.bytes.append(Byte.closeBracket)
        }
    }

    /// Encodes a complete value with this encoder.
    func encode<T: Encodable>(whole value: T) throws {
        try value.encode(to: self)
        close()
    }

    /// Encodes a complete value inside this one.
    func encode<T: Encodable>(_ value: T, at step: CodingPathStep) throws {
        try ValueEncoder(output: output, parent: self, step: step).encode(whole: value)
    }

    /// Returns the encoder of a nested container, which may be written until the whole call ends.
    func retainedChild(_ step: CodingPathStep) -> ValueEncoder {
        let part = ValueEncoder(output: OutputBuffer(expecting: 0), parent: self, step: step)
        output.reserve(part)
        return part
    }
}
