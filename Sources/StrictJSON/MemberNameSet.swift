/// The member names of an object, to detect duplicates.
///
/// The first 16 names are compared one by one. Further names are hashed, so that the time for each name does not grow
/// with the object.
struct MemberNameSet {
    private static let linearLimit = 16
    private var hashed: Set<ExactString> = []

    /// Returns false if one of `members` has the name, and true otherwise.
    ///
    /// - Parameter members: all members before the name. From the 17th name on, the set contains their names and is
    ///   compared in their place.
    mutating func insert(_ name: String, after members: [JSONObject.Member]) -> Bool {
        guard members.count >= Self.linearLimit else {
            for index in members.indices where members[index].key.hasSameBytes(as: name) { return false }
            return true
        }
        if hashed.isEmpty { hashed.formUnion(members.lazy.map { ExactString($0.key) }) }
        return hashed.insert(ExactString(name)).inserted
    }
}
