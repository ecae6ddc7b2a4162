/// The members of a JSON object in the order they were written. No name appears twice.
///
/// Looking a name up walks the members: right for the handful a message has; for thousands, build a dictionary once.
public struct JSONObject: Sendable {
    /// One name and its value.
    public typealias Member = (key: String, value: JSON)

    private var members: [Member]

    /// An object without members.
    public init() { members = [] }

    /// The members in this order; of a name given twice the last value stands, in the first one's place.
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
        self.members = kept
    }

    init(distinct members: [Member]) { self.members = members }

    /// How many members there are.
    public var count: Int { members.count }

    /// Whether there are none.
    public var isEmpty: Bool { members.isEmpty }

    /// The names in their order.
    public var keys: [String] { members.map(\.key) }

    /// The member of that name. Setting replaces it in its place or appends it; setting nil removes it.
    public subscript(key: String) -> JSON? {
        get { place(of: key).map { members[$0].value } }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append((key, value))
            case (nil, nil): break
            }
        }
    }

    /// Where the member of that name is, counted from 0.
    func place(of key: String) -> Int? {
        for place in members.indices where members[place].key.isByteForByte(key) { return place }
        return nil
    }

    /// The value at that place; the name is not copied with it.
    func value(at place: Int) -> JSON { members[place].value }
}

extension JSONObject: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { members.startIndex }
    /// The count.
    public var endIndex: Int { members.endIndex }
    /// The member at that place.
    public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Hashable {
    /// Equal when the same names have the same values, in whatever order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        if zip(left, right).allSatisfy({ $0.key.isByteForByte($1.key) && $0.value == $1.value }) { return true }
        let index = Dictionary(uniqueKeysWithValues: right.map { (ExactString($0.key), $0.value) })
        return left.allSatisfy { index[ExactString($0.key)] == $0.value }
    }

    /// Feeds what equality looks at.
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
    /// As `init(_:)`.
    public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
