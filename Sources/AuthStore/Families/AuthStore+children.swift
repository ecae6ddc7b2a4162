import Audit
import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Adds a child of a parent: an account without a number, which counts as approved while a parent is.
    /// - Throws: ``FamilyRefused``.
    public func addChild(
        _ id: AccountID, named name: String, by parent: AccountID, in session: SessionID,
        idempotencyKey: IdempotencyKey?, response: [UInt8], at now: Instant
    ) async throws -> Repeatable<Void> {
        try await changeOnce(idempotencyKey, storing: response, at: now) { transaction in
            let caller = try Self.lockParent(parent, in: session, at: now, in: transaction)
            guard try ChildTable.children(of: parent, in: transaction).count < ChildTable.maximumChildren else {
                throw FamilyRefused.limitReached
            }
            try transaction.run(
                AccountTable.insertChild(
                    id, group: caller.group,
                    approval: caller.approval == .approvedForSyncing
                        ? .approvedForSyncing : .waitingForApproval, at: now))
            try transaction.batch([
                ChildTable.insert(id, named: name), ChildTable.addParent(parent, of: id, at: now),
            ])
            try transaction.audit(.init(.account, AuditDetail.childAdded, account: id, at: now))
        }
    }

    /// The children of a parent, the oldest first.
    public func children(of parent: AccountID, at now: Instant) async throws -> [ChildDetails] {
        try await database.read { try Self.children(of: parent, at: now, in: $0) }
    }

    static func children(
        of parent: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> [ChildDetails] {
        try ChildTable.children(of: parent, in: transaction)
            .compactMap { try Self.details(of: $0, at: now, in: transaction) }
            .sorted { ($0.account.created, $0.account.id) < ($1.account.created, $1.account.id) }
    }

    static func details(
        of child: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> ChildDetails? {
        guard let account = try AccountTable.read(child, in: transaction),
            let name = try ChildTable.name(of: child, in: transaction)
        else { return nil }
        let binding = try ChildBindingTable.read(of: child, in: transaction)
        let devices = try AccountDeviceTable.all(of: child, in: transaction)
        let parents = try ChildTable.parents(of: child, in: transaction)
        return ChildDetails(
            account: account, name: name, parents: parents,
            invite: try FamilyInviteTable.read(of: child, for: .device, at: now, in: transaction),
            parentInvite: try FamilyInviteTable.read(of: child, for: .parent, at: now, in: transaction),
            binding: binding, device: binding.flatMap { binding in devices.first { $0.id == binding.device } },
            attempts: Int(try PINTable.read(child, in: transaction)?.attempts ?? 0),
            parentAdmission: try parents.compactMap {
                try DelayedActTable.liveParentAdmission(of: $0, in: transaction)?.due
            }.min(),
            lastEnd: try ChildBindingTable.lastEnd(of: child, in: transaction))
    }

    /// Ends the relation of a parent to a child that has another parent.
    /// - Throws: ``FamilyRefused``. It is `parentsChanged` if the parent is the child's only one, whose removal deletes the child.
    public func leaveChild(
        _ child: AccountID, by parent: AccountID, in session: SessionID, idempotencyKey: IdempotencyKey?,
        at now: Instant
    ) async throws -> Repeatable<Void> {
        try await changeOnce(idempotencyKey, at: now) { transaction in
            let family = try LockedFamily(of: child, for: session, of: parent, at: now, in: transaction)
            guard family.parents.count > 1 else { throw FamilyRefused.parentsChanged }
            try Self.endParenthood(of: parent, in: family, at: now, in: transaction)
        }
    }

    /// True if the account is the only parent of the child.
    public func isOnlyParent(_ parent: AccountID, of child: AccountID) async throws -> Bool {
        try await database.read { try ChildTable.parents(of: child, in: $0) == [parent] }
    }

    /// The children that are deleted together with an account, because it is their only parent.
    public func childrenOfOnly(_ parent: AccountID) async throws -> [AccountID] {
        try await database.read { try ChildTable.childrenOfOnly(parent, in: $0) }
    }

    /// Locks the account of a parent whose session is live.
    /// - Throws: ``FamilyRefused/callerEnded(_:)``.
    static func lockParent(
        _ parent: AccountID, in session: SessionID, at now: Instant, in transaction: any Transaction
    ) throws -> AccountRecord {
        guard let person = try AccountTable.lock(parent, in: transaction) else {
            throw FamilyRefused.callerEnded(.loginRequired)
        }
        if let end = try end(ofCaller: session, of: person, at: now, in: transaction) {
            throw FamilyRefused.callerEnded(end)
        }
        return person
    }
}
