public import Primitives

/// The entries as the app shows them at one moment, sorted by issuer, account name and id.
public struct EntryList: Sendable {
    public struct Row: Sendable {
        public let entry: LocalEntry
        /// True while the entry belongs to another account than the one signed in, or is synchronised and nobody is
        /// signed in.
        public let isForeign: Bool
        /// Nil for an entry that has no time-based code.
        public let code: CurrentCode?
    }

    public let at: Instant
    public let rows: [Row]
    /// The number of deletions that wait for the person's decision.
    public let heldDeletions: Int
}

extension Device {
    /// Returns the visible entries with their current codes.
    ///
    /// - Parameter isUse: false for a list that the app repeats by itself: this does not count as a use of the device, and does
    ///   not delay the lock.
    /// - Throws: `DeviceFault.locked` while the device is locked.
    public func entryList(isUse: Bool = true) async throws(DeviceFault) -> EntryList {
        try await requireUnlocked(isUse: isUse)
        return try await store.read { [clock] transaction in
            let now = clock.now
            let entries = try transaction.entries().filter(\.isVisible).sortedByLabel()
            return EntryList(
                at: now,
                rows: entries.map {
                    .init(entry: $0, isForeign: transaction.isForeign($0), code: CurrentCode(of: $0, at: now))
                }, heldDeletions: try transaction.heldDeletions())
        }
    }
}

extension [LocalEntry] {
    /// Returns the entries sorted by issuer, account name and id.
    func sortedByLabel() -> [LocalEntry] {
        sorted { ($0.issuer, $0.accountName, $0.id) < ($1.issuer, $1.accountName, $1.id) }
    }

    /// Returns the only entry with this id, issuer or account name; nil if there is none or more than one.
    func only(named name: String) -> LocalEntry? {
        let matches = filter { $0.isNamed(name) }
        return matches.count == 1 ? matches.first : nil
    }
}
