import Primitives

/// What people and backends wrote: each written text is unique, and names the texts that its author had seen in its
/// place.
struct EditHistory {
    struct Writing {
        /// The texts that this one replaces. Whoever has this one has included them.
        let replaces: Set<String>
        /// The person who wrote it; nil while its author was signed out.
        var owner: String?
        /// The people to whose account the owner of the device has moved it on purpose.
        var allowed: Set<String> = []
    }

    private(set) var writings: [String: Writing] = [:]
    /// Texts that a person has put back in the place of later ones. A later text includes them, and yet they may replace it,
    /// and a deletion by somebody who had seen a later text does not cover them.
    private(set) var rewritten: Set<String> = []
    private var included: [String: Set<String>] = [:]

    mutating func write(_ text: String, replacing seen: Set<String>, owner: String?) {
        included = included.filter { !$0.value.contains(text) }
        let replaced = seen.filter { writings[$0] != nil && $0 != text }
        // An edit of what was moved to another account moves there as well.
        let allowed = replaced.reduce(into: Set<String>()) { $0.formUnion(writings[$1]?.allowed ?? []) }
        writings[text] = Writing(replaces: replaced, owner: owner, allowed: allowed)
    }

    /// Records that a person has put an earlier text back in the place of a later one.
    mutating func rewrite(_ text: String) { rewritten.insert(text) }

    mutating func setOwner(_ owner: String, of text: String) {
        if writings[text]?.owner == nil { writings[text]?.owner = owner }
    }

    mutating func allow(_ person: String, _ text: String) { writings[text]?.allowed.insert(person) }

    /// The text itself and all that it replaces, however far back.
    mutating func included(in text: String) -> Set<String> {
        if let known = included[text] { return known }
        var all: Set<String> = [text], rest = [text]
        while let next = rest.popLast() {
            for older in writings[next]?.replaces ?? [] where all.insert(older).inserted { rest.append(older) }
        }
        included[text] = all
        return all
    }
}
