/// The names an object already has: looked through one by one while they are few, hashed once they are many, so that
/// an object of a hundred thousand members costs no more for each than one of twenty.
struct SeenNames {
    private static let few = 16
    private var hashed: Set<ExactString> = []

    /// Notes a name; false when the members before it hold the same one.
    mutating func insert(_ name: String, after members: [JSONObject.Member]) -> Bool {
        guard members.count >= Self.few else {
            for place in members.indices where members[place].key.isByteForByte(name) { return false }
            return true
        }
        if hashed.isEmpty { hashed.formUnion(members.lazy.map { ExactString($0.key) }) }
        return hashed.insert(ExactString(name)).inserted
    }
}
