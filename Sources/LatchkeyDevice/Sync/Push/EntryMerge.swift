import Primitives
import StrictJSON

/// The three-way merge of two edits of one entry, member by member.
enum EntryMerge {
    enum Outcome: Equatable {
        /// One body with both edits. A label changed on both sides has the server's value, the counter the larger
        /// value. `replaced` has this device's values of such labels.
        case merged(JSONObject, replaced: [ReplacedLabel])
        /// Both sides changed a member that is neither a label nor the counter to different values; or both changed
        /// parameters of the codes, other than the counter alone, because such a mixture makes wrong codes; or one of
        /// two changed counters is not a decimal number; or the bodies differ in more than the counter and there is no base.
        case conflict
    }

    /// The members that codes are computed from (RFC 4226, RFC 6238).
    private static let parameters: Set<String> = ["type", "secret", "algorithm", "digits", "period", "counter"]
    private static let labels: Set<String> = ["accountName", "issuer", "name", "title", "tags", "icon"]

    /// - Parameters:
    ///   - base: the version both edits started from; without one, only bodies merge that differ in
    ///     nothing but the counter.
    ///   - sent: the body that this device has sent, and may have edited since. Where the server has a value of it, that
    ///     is this device's own earlier edit.
    ///   - now: the time of the merge, which the replaced labels have.
    static func merge(
        base: JSONObject?, sent: JSONObject? = nil, ours: JSONObject, theirs: JSONObject, at now: Instant
    ) -> Outcome {
        guard ours != theirs else { return .merged(theirs, replaced: []) }
        guard var base else {
            return withLargerCounter(ours, theirs).map { .merged($0, replaced: []) } ?? .conflict
        }
        if let sent { for (name, value) in sent where theirs[name] == value { base[name] = value } }
        let ourParameters = parameters.filter { ours[$0] != base[$0] }
        let theirParameters = parameters.filter { theirs[$0] != base[$0] }
        let areParametersMixed =
            !ourParameters.isEmpty && !theirParameters.isEmpty
            && ourParameters.union(theirParameters).contains { $0 != "counter" && ours[$0] != theirs[$0] }
        if areParametersMixed { return .conflict }
        var merged = theirs, replaced: [ReplacedLabel] = []
        let names = Set(base.keys).union(ours.keys).union(theirs.keys).sorted()
        for name in names where ours[name] != base[name] {
            if theirs[name] == base[name] {
                merged[name] = ours[name]
            } else if theirs[name] == ours[name] {
                continue
            } else if labels.contains(name) {
                replaced.append(ReplacedLabel(name: name, of: ours, at: now))
            } else if name == "counter", let larger = larger(ours[name], theirs[name]) {
                merged[name] = larger
            } else {
                return .conflict
            }
        }
        return .merged(merged, replaced: replaced)
    }

    /// The body with the larger counter of two bodies that differ in nothing but the counter; nil for any others.
    static func withLargerCounter(_ a: JSONObject, _ b: JSONObject) -> JSONObject? {
        guard let counter = larger(a["counter"], b["counter"]) else { return nil }
        var (a, b) = (a, b)
        (a["counter"], b["counter"]) = (counter, counter)
        return a == b ? a : nil
    }

    /// The larger of two HOTP counters, so that no code is shown twice.
    static func larger(_ a: JSON?, _ b: JSON?) -> JSON? {
        guard case .string(let x)? = a, case .string(let y)? = b, let m = Int64(x), let n = Int64(y) else { return nil }
        return .string(String(max(m, n)))
    }
}

extension ReplacedLabel {
    /// - Parameter body: this device's body, in which the label may be missing.
    fileprivate init(name: String, of body: JSONObject, at now: Instant) {
        let value = body[name].map { $0.string ?? String(decoding: $0.encoded(), as: UTF8.self) }
        self.init(name: name, value: value ?? "", at: now)
    }
}
