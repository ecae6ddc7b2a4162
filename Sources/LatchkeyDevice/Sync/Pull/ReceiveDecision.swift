import Contracts
import StrictJSON

/// The decision about a live item of a page, for which this device has an entry.
enum ReceiveDecision: Hashable {
    /// The entry stays as it is: the answer of an operation decides, or the page is older than the entry.
    case ignore
    /// The entry has the same version, which now belongs to the epoch in force.
    case renameBase
    /// The entry takes the item's version and content.
    case take
    /// The item's edit is merged with this device's, which the server has rejected, so that no push would meet it.
    case merge
    /// The entry leaves the local trash with the item's content.
    case leaveTrash
    /// The item counts, and this device's version of the entry, about which the person was to decide, becomes a new
    /// entry.
    case endWait

    /// What is known when the decision is made.
    struct Facts: Hashable {
        var situation: Situation
        var base: BaseState?
        var order: Order
        var edit: Edit
    }

    enum Situation: Hashable {
        /// An operation of the entry is in flight.
        case inFlight
        /// The server has deleted the entry, and the person decides.
        ///
        /// - Parameter isLive: true if the item's version is above the tombstone's, or if there is no tombstone.
        case gone(isLive: Bool)
        /// The entry is in the local trash.
        ///
        /// - Parameter isLive: true if the item's version is above the tombstone's; without a tombstone, or with one
        ///   that the vault has lost, if it is not below the entry's.
        case trash(isLive: Bool)
        /// None of the others.
        case list
    }

    /// The item's version compared with the base; later where there is no base.
    enum Order: Hashable, CaseIterable {
        case earlier, same, later
    }

    /// The person's version compared with the base and the item.
    enum Edit: Hashable, CaseIterable {
        case none
        /// The edit, if it is one, is the same as the item's.
        case same
        /// The entry has an unsent edit that the server has rejected.
        case rejected
        /// The entry has an unsent edit or an unsent deletion.
        case unsent
    }

    init(_ facts: Facts) {
        self =
            switch (facts.situation, facts.base, facts.order, facts.edit) {
            case (.inFlight, _, _, _): .ignore
            case (.gone(let isLive), _, _, _): isLive ? .endWait : .ignore
            case (.trash(let isLive), _, _, _): isLive ? .leaveTrash : .ignore
            // The answer of the next operation decides; an entry that was kept through a logout has none.
            case (.list, .lost, _, _), (.list, .deleted, _, _), (.list, .kept, _, _): .ignore
            case (.list, nil, _, .same): .take
            case (.list, nil, _, .none), (.list, nil, _, .rejected), (.list, nil, _, .unsent): .ignore
            // The page was read before a push that has been answered since.
            case (.list, .current, .earlier, _), (.list, .returned, .earlier, _): .ignore
            case (.list, .current, .same, _), (.list, .returned, .same, _): .renameBase
            case (.list, .current, .later, .none), (.list, .returned, .later, .none): .take
            case (.list, .current, .later, .same), (.list, .returned, .later, .same): .take
            case (.list, .current, .later, .rejected), (.list, .returned, .later, .rejected): .merge
            // The entry keeps its base, so that the push meets the newer version as a conflict and merges.
            case (.list, .current, .later, .unsent), (.list, .returned, .later, .unsent): .ignore
            }
    }
}

extension ReceiveDecision.Facts {
    /// - Parameter isTombstoneLost: true if the vault lost the tombstone because of which the entry is in the local
    ///   trash.
    init(_ entry: LocalEntry, _ version: ItemBase, _ theirs: JSONObject, isTombstoneLost: Bool) {
        let base = entry.base
        self.base = base?.state
        order =
            switch base?.version.rev {
            case let rev? where version.rev < rev: .earlier
            case let rev? where version.rev == rev: .same
            case _: .later
            }
        edit =
            if entry.body == theirs { .same } else if !entry.hasUnsentEdits { .none } else {
                entry.blocked != nil && entry.body != nil ? .rejected : .unsent
            }
        situation =
            if entry.inFlight != nil {
                .inFlight
            } else if entry.blocked == .gone {
                .gone(isLive: base?.state != .deleted || order == .later)
            } else if let trash = entry.trash {
                if let tombstone = trash.tombstone, !isTombstoneLost {
                    .trash(isLive: version.rev > tombstone.rev)
                } else {
                    .trash(isLive: order != .earlier)
                }
            } else {
                .list
            }
    }
}
