import StrictJSON

/// Brings two edits of one entry together, field by field (DEVICE.md, "Reconciling").
enum Merge {
    /// What became of the two.
    enum Outcome: Equatable {
        /// One content that holds both edits; label fields changed on both sides are the server's.
        case merged(JSONObject)
        /// Both changed the secret itself: the server's stays, ours becomes an entry of its own.
        case apart
    }

    private static let labels: Set<String> = ["accountName", "issuer", "name", "title", "tags", "icon"]

    static func three(base: JSONObject?, ours: JSONObject, theirs: JSONObject) -> Outcome {
        guard ours != theirs else { return .merged(theirs) }
        guard let base else { return .apart }
        var merged = theirs
        let names = Set(base.keys).union(ours.keys).union(theirs.keys).sorted()
        for name in names where ours[name] != base[name] {
            if theirs[name] == base[name] {
                merged[name] = ours[name]
            } else if theirs[name] == ours[name] || labels.contains(name) {
                continue
            } else if name == "counter", let larger = larger(ours[name], theirs[name]) {
                merged[name] = larger
            } else {
                return .apart
            }
        }
        return .merged(merged)
    }

    /// The larger of two HOTP counters: a code is never made twice.
    private static func larger(_ a: JSON?, _ b: JSON?) -> JSON? {
        guard case .string(let x)? = a, case .string(let y)? = b, let m = Int64(x), let n = Int64(y) else { return nil }
        return .string(String(max(m, n)))
    }
}
