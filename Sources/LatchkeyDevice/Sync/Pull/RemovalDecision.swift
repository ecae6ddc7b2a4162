import Contracts

/// The decision about an entry whose item the server has deleted or moved to its trash, or that a complete pull has not
/// shown.
enum RemovalDecision: Hashable {
    /// The entry stays as it is: the answer of an operation decides, or the page is older than the entry.
    case ignore
    /// The entry stays in the local trash, and a restore is made on the later tombstone.
    case replaceTombstone
    /// The entry stays, and its next edit, or what is to be sent already, restores the item on the later tombstone.
    case restoreOnTombstone
    /// The row is erased: the entry was deleted here too.
    case erase
    /// The entry stays until the person decides.
    case askPerson
    /// The entry moves to the local trash in this state.
    case moveToTrash(LocalTrash.State)

    /// What is known when the decision is made.
    struct Facts: Hashable {
        var cause: Cause
        var situation: Situation
    }

    enum Cause: Hashable {
        /// - Parameter isLater: true if the tombstone is later than the version that the entry has.
        case tombstone(isLater: Bool)
        /// - Parameter isExplained: true if the reason of the complete pull makes absence a deletion.
        case absence(isExplained: Bool)
    }

    enum Situation: Hashable, CaseIterable {
        /// An operation is in flight, or a version that the server has lost is to be sent.
        case awaitsAnswer
        /// The entry is in the local trash.
        case inTrash
        /// The server had deleted the entry before. The person decides, or brings it back.
        case deletedBefore
        /// The deletion of the entry is to be sent.
        case deletedHere
        /// The entry has unsent edits.
        case edited
        /// The entry was kept through a logout, and no complete pull has ended since its account returned.
        case returned
        /// None of the others.
        case unedited
    }

    init(_ facts: Facts) {
        self =
            switch (facts.cause, facts.situation) {
            case (_, .awaitsAnswer): .ignore
            case (.tombstone(isLater: false), _): .ignore
            case (.tombstone, .inTrash): .replaceTombstone
            case (.tombstone, .deletedBefore): .restoreOnTombstone
            case (.absence, .inTrash), (.absence, .deletedBefore): .ignore
            case (_, .deletedHere): .erase
            case (_, .edited): .askPerson
            case (.tombstone, .returned): .moveToTrash(.restorableAtEnd)
            case (.tombstone, .unedited): .moveToTrash(.erasedAtEnd)
            case (.absence, .returned), (.absence(isExplained: false), .unedited): .askPerson
            case (.absence(isExplained: true), .unedited): .moveToTrash(.restorableAtEnd)
            }
    }
}

extension RemovalDecision {
    /// The decision about the tombstone of an entry's item, or its move to the server's trash.
    init(_ entry: LocalEntry, deletedAt version: ItemBase) {
        let known = entry.trash.map { $0.tombstone?.rev } ?? entry.base?.version.rev
        let isLater = known.map { version.rev > $0 } ?? true
        self.init(.init(cause: .tombstone(isLater: isLater), situation: .init(entry)))
    }

    /// The decision about an entry that a complete pull has not shown.
    init(_ entry: LocalEntry, absentFrom pull: CompletePull) {
        self.init(.init(cause: .absence(isExplained: pull.cause.explainsAbsence), situation: .init(entry)))
    }
}

extension RemovalDecision.Situation {
    init(_ entry: LocalEntry) {
        self =
            if entry.inFlight != nil || entry.base?.state == .lost {
                .awaitsAnswer
            } else if entry.trash != nil {
                .inTrash
            } else if entry.blocked == .gone || entry.base?.state == .deleted {
                .deletedBefore
            } else if entry.body == nil {
                .deletedHere
            } else if entry.hasUnsentEdits {
                .edited
            } else {
                entry.base?.state == .returned ? .returned : .unedited
            }
    }
}
