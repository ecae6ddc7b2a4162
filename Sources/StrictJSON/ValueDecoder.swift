/// The `Decoder` of one value, with the path to it.
final class ValueDecoder: Decoder {
    /// The state that all decoders of one call share.
    final class Session {
        let refusesUnknown: Bool
        /// The decoders of nested containers. A type may read from them until the call ends, so their members are
        /// checked last.
        var open: [ValueDecoder] = []

        init(refusesUnknown: Bool) { self.refusesUnknown = refusesUnknown }
    }

    let value: JSON
    let session: Session
    private let parent: ValueDecoder?
    private let step: CodingPathStep
    /// The members that none of the keyed containers requested so far has a key for. Nil before the first keyed
    /// container, and always if unknown members are ignored.
    private var unknown: [String]?
    /// The position of each member by name; filled only for an object of more than 16 members.
    private var positions: [ExactString: Int] = [:]

    init(_ value: JSON, session: Session, parent: ValueDecoder?, step: CodingPathStep) {
        self.value = value
        self.session = session
        self.parent = parent
        self.step = step
    }

    var userInfo: [CodingUserInfoKey: Any] { WireUserInfo.all }

    var codingPath: [any CodingKey] {
        var keys: [any CodingKey] = []
        var next: ValueDecoder? = self
        while let decoder = next {
            if let key = decoder.step.key { keys.append(key) }
            next = decoder.parent
        }
        return keys.reversed()
    }

    /// Returns the decoder of a value inside this one.
    func child(_ value: JSON, _ step: CodingPathStep) -> ValueDecoder {
        ValueDecoder(value, session: session, parent: self, step: step)
    }

    /// Returns the decoder of a nested container, which may be read until the whole call ends.
    func retainedChild(_ value: JSON, _ step: CodingPathStep) -> ValueDecoder {
        let decoding = child(value, step)
        session.open.append(decoding)
        return decoding
    }

    /// Decodes the value as a type and checks that the type has a key for each member, unless unknown members are
    /// ignored.
    func decode<T: Decodable>(whole type: T.Type) throws -> T {
        do {
            let decoded = try T(from: self)
            try refuseUnknownMembers()
            return decoded
        } catch let fault as WireFault where fault.problem == .missing {
            try refuseUnknownMembers()  // an unknown name may be the misspelt missing one
            throw fault
        }
    }

    func refuseUnknownMembers() throws(WireFault) {
        guard session.refusesUnknown, let name = unknown?.first else { return }
        throw fault(.unknownMember, at: .member(name))
    }

    /// Marks a member as known, although no coding key names it.
    func recognise(_ name: String) { unknown?.removeAll { $0 == name } }

    func fault(_ problem: WireFault.Problem, at step: CodingPathStep = .root) -> WireFault {
        WireFault(path: CodingPathStep.text(of: codingPath + (step.key.map { [$0] } ?? [])), problem: problem)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else { throw fault(.wrongType(expected: "an object")) }
        if session.refusesUnknown {
            var unmatched: [String] = []
            if let unknown {
                unmatched = unknown.filter { Key(stringValue: $0) == nil }
            } else {
                for (name, _) in object where Key(stringValue: name) == nil { unmatched.append(name) }
            }
            unknown = unmatched
        }
        return KeyedDecodingContainer(MemberReader(decoder: self, object: object))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw fault(.wrongType(expected: "an array")) }
        return ElementReader(decoder: self, elements: elements)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    /// Returns the position of a member; a dictionary is built only for an object of more than 16 members.
    func position(of name: String, in object: JSONObject) -> Int? {
        if object.count <= 16 { return object.position(of: name) }
        if positions.isEmpty {
            for (position, member) in object.enumerated() { positions[ExactString(member.key)] = position }
        }
        return positions[ExactString(name)]
    }
}
