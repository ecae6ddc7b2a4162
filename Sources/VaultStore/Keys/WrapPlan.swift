import Primitives
import SQL

/// Decides changes of wraps, one after the other, on the wraps of an account.
struct WrapPlan {
    private var wraps: [AccountKeyWrap.ID: AccountKeyWrap]
    private var changed: Set<AccountKeyWrap.ID> = []
    private let limit: Int
    private let device: DeviceID
    private let now: Instant

    init(wraps: [AccountKeyWrap], limit: Int, device: DeviceID, now: Instant) {
        self.wraps = Dictionary(uniqueKeysWithValues: wraps.map { ($0.id, $0) })
        (self.limit, self.device, self.now) = (limit, device, now)
    }

    /// The wraps in the order of their places.
    var sorted: [AccountKeyWrap] { wraps.values.sorted { $0.id < $1.id } }

    /// Decides one change on the state that the changes before it left.
    ///
    /// A content that is there already is a noop whatever the base, so that a repeated change has no second effect; so is
    /// the removal of an absent wrap.
    mutating func decide(_ change: WrapChange, newTag: [UInt8]) -> WrapOutcome {
        let present = wraps[change.id]
        guard let content = change.content else {
            guard let present else { return .noop(tag: nil) }
            guard change.base == present.tag else { return .conflict(tag: present.tag) }
            wraps[change.id] = nil
            changed.insert(change.id)
            return .applied(tag: nil)
        }
        if let present, present.wrapped == content.wrapped, present.meta == content.meta {
            return .noop(tag: present.tag)
        }
        guard change.base == present?.tag else { return .conflict(tag: present?.tag) }
        guard present != nil || wraps.count < limit else { return .limitReached }
        wraps[change.id] = AccountKeyWrap(
            id: change.id, tag: newTag, wrapped: content.wrapped, meta: content.meta, updatedAt: now,
            updatedBy: device)
        changed.insert(change.id)
        return .applied(tag: newTag)
    }

    /// The statements that store what has changed.
    func statements(of account: AccountID) -> [Statement] {
        changed.sorted().map { id in
            wraps[id].map { AccountKeyWrapTable.upsert($0, of: account) } ?? AccountKeyWrapTable.delete(id, of: account)
        }
    }
}
