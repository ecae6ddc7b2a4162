/// The members of a JSON object in the order they were written. No name appears twice.
///
/// A lookup by name compares the members one by one, which suits the few members of a message.
public struct JSONObject: Sendable {
    public typealias Member = (key: String, value: JSON)

    private enum Content: Sendable {
        case members([Member])
        /// The compact text of an object, not parsed yet.
        case text([UInt8])
    }

    private var content: Content

    public init() { content = .members([]) }

    /// Wraps the compact text of an object, as ``JSON/encoded()`` or ``JSON/canonical()`` wrote it. The text is written out
    /// unchanged, and parsed each time a member is read, so an object that is only passed on is never parsed.
    ///
    /// - Parameter text: must be valid; an object of any other text has no members.
    public init(written text: [UInt8]) { content = .text(text) }

    /// The text given to ``init(written:)``, if no member was changed since.
    var text: [UInt8]? { if case .text(let text) = content { text } else { nil } }

    private var members: [Member] {
        get {
            switch content {
            case .members(let members): members
            case .text(let text): (try? JSON(parsing: text, limits: .ownText))?.object?.members ?? []
            }
        }
        set { content = .members(newValue) }
    }

    /// Makes an object of the members in this order. If a name is given twice, the last value is kept, at the first
    /// position.
    public init(_ members: [(String, JSON)]) {
        var seen: [ExactString: Int] = [:]
        var kept: [Member] = []
        kept.reserveCapacity(members.count)
        for (key, value) in members {
            if let earlier = seen.updateValue(kept.count, forKey: ExactString(key)) {
                kept[earlier].value = value
                seen[ExactString(key)] = earlier
            } else {
                kept.append((key, value))
            }
        }
        content = .members(kept)
    }

    init(distinct members: [Member]) { content = .members(members) }

    public var count: Int { members.count }

    public var isEmpty: Bool { members.isEmpty }

    /// The names in their order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a member. Setting it replaces the value at its position or appends a member; setting nil removes
    /// the member.
    public subscript(key: String) -> JSON? {
        get { position(of: key).map { members[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((key, value))
            case (nil, nil): break
            }
        }
    }

    /// Returns the position of a member, counted from 0; nil if there is no such member.
    func position(of key: String) -> Int? {
        members.firstIndex { $0.key.hasSameBytes(as: key) }
    }

    /// Returns the value at a position, without a copy of the name.
    func value(at position: Int) -> JSON { members[position].value }
}

extension JSONObject: RandomAccessCollection {
    public var startIndex: Int { members.startIndex }
    public var endIndex: Int { members.endIndex }
    public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Hashable {
    /// Two objects are equal if the same names have the same values, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        if zip(left, right).allSatisfy({ $0.key.hasSameBytes(as: $1.key) && $0.value == $1.value }) { return true }
        let index = Dictionary(uniqueKeysWithValues: right.map { (ExactString($0.key), $0.value) })
        return left.allSatisfy { index[ExactString($0.key)] == $0.value }
    }

    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in members {
            var one = Hasher()
            ExactString(key).hash(into: &one)
            one.combine(value)
            sum ^= one.finalize()
        }
        hasher.combine(count)
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
