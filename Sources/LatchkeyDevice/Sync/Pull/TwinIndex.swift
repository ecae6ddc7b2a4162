import Interchange
import Primitives

/// The entries that were made while nobody was signed in, by the members that make two entries the same to a person.
///
/// It is made once for a pull and only finds candidates: the caller reads the entry again before it uses it.
struct TwinIndex: Sendable {
    private var ids: [EntryFingerprint: [SecretID]] = [:]

    init() {}

    init(_ entries: [LocalEntry]) {
        for entry in entries {
            guard let fingerprint = entry.body.flatMap(EntryFingerprint.init) else { continue }
            ids[fingerprint, default: []].append(entry.id)
        }
    }

    func candidates(for fingerprint: EntryFingerprint) -> [SecretID] { ids[fingerprint] ?? [] }
}
