/// One value being encoded, and where it lies: the `Encoder` that types are handed.
///
/// It writes straight into the sink. Only a container that the type asks for itself (`nestedContainer`, `superEncoder`)
/// gets a sink of its own, because the type may go on writing to both.
final class Encoding: Encoder {
    /// What has been begun.
    private enum Shape {
        case nothing, scalar, object, array
    }

    let sink: Sink
    private let parent: Encoding?
    private let step: Step
    private var shape = Shape.nothing
    private(set) var count = 0

    init(sink: Sink, parent: Encoding?, step: Step) {
        self.sink = sink
        self.parent = parent
        self.step = step
    }

    var userInfo: [CodingUserInfoKey: Any] { WireUserInfo.all }

    var codingPath: [any CodingKey] {
        var keys: [any CodingKey] = []
        var place: Encoding? = self
        while let encoding = place {
            if let key = encoding.step.key { keys.append(key) }
            place = encoding.parent
        }
        return keys.reversed()
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin(.object, Byte.openBrace)
        return KeyedEncodingContainer(MemberWriter(encoding: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        begin(.array, Byte.openBracket)
        return ElementWriter(encoding: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func begin(_ wanted: Shape, _ bracket: UInt8) {
        precondition(shape == .nothing || shape == wanted, "one value cannot be both an object and an array")
        if shape == .nothing { sink.bytes.append(bracket) }
        shape = wanted
    }

    /// Notes that the value is a scalar, about to be written.
    func beginScalar() {
        precondition(shape == .nothing, "a second value where one was written")
        shape = .scalar
    }

    /// Writes what goes before a member's value.
    func beginMember(_ name: String) {
        if count > 0 { sink.bytes.append(Byte.comma) }
        count += 1
        sink.bytes.appendString(name)
        sink.bytes.append(Byte.colon)
    }

    /// Writes what goes before an element.
    func beginElement() {
        if count > 0 { sink.bytes.append(Byte.comma) }
        count += 1
    }

    /// Writes what is still due after the value. A type that wrote nothing is an empty object.
    func close() {
        switch shape {
        case .nothing: sink.bytes.appendJSON("{}")
        case .scalar: break
        case .object: sink.bytes.append(Byte.closeBrace)
        case .array: sink.bytes.append(Byte.closeBracket)
        }
    }

    /// Writes a value whole, at this place.
    func encode<T: Encodable>(whole value: T) throws {
        try value.encode(to: self)
        close()
    }

    /// Writes a value whole, as a part of this one.
    func encode<T: Encodable>(_ value: T, at step: Step) throws {
        try Encoding(sink: sink, parent: self, step: step).encode(whole: value)
    }

    /// An encoding for a part that may be written until the whole call ends.
    func lasting(_ step: Step) -> Encoding {
        let part = Encoding(sink: Sink(expecting: 0), parent: self, step: step)
        sink.leaveRoom(for: part)
        return part
    }
}
