import Contracts
import Primitives
import VaultStore

/// The current items that the results of one push show.
///
/// Each version of an item is shown once, in the first result that needs it, and only if all shown bodies together stay
/// within a limit. An answer therefore does not grow with the number of operations on one item.
struct ShownItems {
    /// The number of bytes of bodies that may still be shown.
    private(set) var remaining: Int
    /// The number of items that are shown with their bodies.
    private(set) var bodies = 0
    /// The shown items whose bodies cannot be decrypted.
    private(set) var unreadable: [StoredSecret] = []
    private var shown: Set<Version> = []

    private struct Version: Hashable {
        let id: SecretID
        let rev: Int64
    }

    init(limit: Int) { remaining = limit }

    /// Converts a secret to show it; nil if it is not to be shown.
    mutating func show(_ secret: StoredSecret) -> VaultItem? {
        var size = 0
        var isOpen = false
        if case .open(let body) = secret.body { (size, isOpen) = (body.count, true) }
        guard size <= remaining, shown.insert(Version(id: secret.id, rev: secret.rev)).inserted else { return nil }
        remaining -= size
        if isOpen { bodies += 1 }
        if secret.isUnreadable { unreadable.append(secret) }
        return VaultItem(secret)
    }
}
