/// One value being decoded, and where it lies: the `Decoder` that types are handed.
final class Decoding: Decoder {
    /// What all decodings of one call share.
    final class Session {
        let refusesUnknown: Bool
        /// Decodings of which nobody says when they end (nested containers); their members are checked last.
        var open: [Decoding] = []

        init(refusesUnknown: Bool) { self.refusesUnknown = refusesUnknown }
    }

    let value: JSON
    let session: Session
    private let parent: Decoding?
    private let step: Step
    /// Members that no container asked for so far recognises; nil before the first container.
    private var unknown: [String]?
    /// Where each member is, made once an object of many members is searched.
    private var places: [ExactString: Int] = [:]

    init(_ value: JSON, session: Session, parent: Decoding?, step: Step) {
        self.value = value
        self.session = session
        self.parent = parent
        self.step = step
    }

    var userInfo: [CodingUserInfoKey: Any] { WireUserInfo.all }

    var codingPath: [any CodingKey] {
        var keys: [any CodingKey] = []
        var place: Decoding? = self
        while let decoding = place {
            if let key = decoding.step.key { keys.append(key) }
            place = decoding.parent
        }
        return keys.reversed()
    }

    /// A decoding of a value inside this one.
    func inner(_ value: JSON, _ step: Step) -> Decoding {
        Decoding(value, session: session, parent: self, step: step)
    }

    /// A decoding that is handed out and may be read until the whole call ends.
    func lasting(_ value: JSON, _ step: Step) -> Decoding {
        let decoding = inner(value, step)
        session.open.append(decoding)
        return decoding
    }

    /// Makes the type of the value, and sees to it that every member was known.
    func decode<T: Decodable>(whole type: T.Type) throws -> T {
        do {
            let decoded = try T(from: self)
            try refuseUnknownMembers()
            return decoded
        } catch let fault as WireFault where fault.problem == .missing {
            try refuseUnknownMembers()  // the misspelt name tells more than the one it should have been
            throw fault
        }
    }

    func refuseUnknownMembers() throws(WireFault) {
        guard session.refusesUnknown, let name = unknown?.first else { return }
        throw fault(.unknownMember, at: .member(name))
    }

    /// Takes a member for known that no coding key names.
    func recognise(_ name: String) { unknown?.removeAll { $0 == name } }

    func fault(_ problem: WireFault.Problem, at step: Step = .root) -> WireFault {
        WireFault(path: Step.text(of: codingPath + (step.key.map { [$0] } ?? [])), problem: problem)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else { throw fault(.wrongType(expected: "an object")) }
        if session.refusesUnknown {
            var strangers: [String] = []
            if let unknown {
                strangers = unknown.filter { Key(stringValue: $0) == nil }
            } else {
                for (name, _) in object where Key(stringValue: name) == nil { strangers.append(name) }
            }
            unknown = strangers
        }
        return KeyedDecodingContainer(MemberReader(decoding: self, object: object))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw fault(.wrongType(expected: "an array")) }
        return ElementReader(decoding: self, elements: elements)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    /// The place of a member, searched one by one while the members are few.
    func place(of name: String, in object: JSONObject) -> Int? {
        if object.count <= 16 { return object.place(of: name) }
        if places.isEmpty {
            for (place, member) in object.enumerated() { places[ExactString(member.key)] = place }
        }
        return places[ExactString(name)]
    }
}
