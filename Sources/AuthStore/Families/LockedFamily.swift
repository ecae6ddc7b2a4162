import Domain
import Primitives
import SQL

/// A child and its parents, whose accounts a transaction has locked: the parents first, in the order of their identifiers,
/// then the child.
struct LockedFamily {
    let child: AccountRecord
    /// The parents of the child now, in the order of their identifiers.
    let parents: [AccountID]

    /// Locks the family for something that the child's device does.
    ///
    /// - Throws: ``FamilyRefused/notBound`` if the account is no child's.
    init(of child: AccountID, in transaction: any Transaction) throws {
        guard let family = try Self.lock(child, andAlso: [], in: transaction) else { throw FamilyRefused.notBound }
        self = family
    }

    /// Locks the family for something that a parent does, whose session must be live.
    ///
    /// - Throws: ``FamilyRefused``.
    init(
        of child: AccountID, for session: SessionID, of parent: AccountID, at now: Instant,
        in transaction: any Transaction
    ) throws {
        let family = try Self.lock(child, andAlso: parent, session, at: now, in: transaction)
        guard let family, family.parents.contains(parent) else { throw FamilyRefused.childUnknown }
        self = family
    }

    /// Locks the family for somebody who becomes a parent, and whose session must be live.
    ///
    /// - Throws: ``FamilyRefused``.
    init(
        joining child: AccountID, by session: SessionID, of parent: AccountID, at now: Instant,
        in transaction: any Transaction
    ) throws {
        guard let family = try Self.lock(child, andAlso: parent, session, at: now, in: transaction) else {
            throw FamilyRefused.inviteInvalid
        }
        self = family
    }

    /// Locks the family for a decision of the administrator about the parenthood of a person.
    ///
    /// - Throws: ``FamilyRefused/childUnknown`` if the account is no child's.
    init(of child: AccountID, deciding parent: AccountID, in transaction: any Transaction) throws {
        guard let family = try Self.lock(child, andAlso: [parent], in: transaction) else {
            throw FamilyRefused.childUnknown
        }
        self = family
    }

    /// Locks the family of an account if it is a child's; returns nil for another account, which is not locked.
    static func ifChild(_ account: AccountID, in transaction: any Transaction) throws -> LockedFamily? {
        guard try AccountTable.read(account, in: transaction)?.role == .child else { return nil }
        return try LockedFamily(of: account, in: transaction)
    }

    private static func lock(
        _ child: AccountID, andAlso parent: AccountID, _ session: SessionID, at now: Instant,
        in transaction: any Transaction
    ) throws -> LockedFamily? {
        let family = try lock(child, andAlso: [parent], in: transaction)
        guard let caller = try AccountTable.read(parent, in: transaction) else {
            throw FamilyRefused.callerEnded(.loginRequired)
        }
        if let end = try AuthStore.end(ofCaller: session, of: caller, at: now, in: transaction) {
            throw FamilyRefused.callerEnded(end)
        }
        return family
    }

    private init(child: AccountRecord, parents: [AccountID]) {
        self.child = child
        self.parents = parents
    }

    /// Locks the accounts. A parent who was added while this waited for a lock is locked in another round; locking a row
    /// again does nothing.
    private static func lock(
        _ child: AccountID, andAlso caller: [AccountID], in transaction: any Transaction
    ) throws -> LockedFamily? {
        var locked: Set<AccountID> = []
        while true {
            let parents = try ChildTable.parents(of: child, in: transaction)
            let wanted = Set(parents + caller)
            if wanted.isSubset(of: locked), let found = try AccountTable.lock(child, in: transaction) {
                let now = try ChildTable.parents(of: child, in: transaction)
                if Set(now).isSubset(of: locked) {
                    return found.role == .child ? LockedFamily(child: found, parents: now) : nil
                }
            } else if wanted.isSubset(of: locked) {
                return nil
            }
            for account in wanted.sorted() { _ = try AccountTable.lock(account, in: transaction) }
            locked.formUnion(wanted)
        }
    }

    /// Withdraws the access of a device of the child, and the open invites for a device. Returns false if the child is not bound
    /// to the device.
    func revokeAccess(of device: DeviceID, at now: Instant, in transaction: any Transaction) throws -> Bool {
        var effects = ChildAccessEffects(on: child, at: now, in: transaction)
        effects.family = self
        effects.binding = try ChildBindingTable.read(of: child.id, in: transaction)
        guard effects.binding?.device == device else { return false }
        try effects.carryOut(.accessRevoked)
        try FamilyInviteTable.withdraw(of: child.id, for: [.device], at: now, in: transaction)
        return true
    }

    /// Locks an account, its children and their other parents, for its deletion. Returns the account; nil if there is none.
    ///
    /// While the account is locked, it gets and loses no child; while a child is locked, it gets and loses no parent.
    static func lockAll(of person: AccountID, in transaction: any Transaction) throws -> AccountRecord? {
        var locked: Set<AccountID> = []
        while true {
            let wanted = try coParents(of: person, in: transaction)
            if wanted.isSubset(of: locked) {
                try lockChildren(of: person, in: transaction)
                if try coParents(of: person, in: transaction).isSubset(of: locked) {
                    return try AccountTable.read(person, in: transaction)
                }
            }
            for account in wanted.sorted() { _ = try AccountTable.lock(account, in: transaction) }
            locked.formUnion(wanted)
        }
    }

    /// An account and the other parents of its children.
    private static func coParents(of person: AccountID, in transaction: any Transaction) throws -> Set<AccountID> {
        let children = try ChildTable.children(of: person, in: transaction)
        return try Set([person] + children.flatMap { try ChildTable.parents(of: $0, in: transaction) })
    }

    /// Locks the children of an account, which is locked, in the order of their identifiers. A transaction that may change the
    /// account's approval or group does so before it locks facility groups and operators' groups.
    static func lockChildren(of parent: AccountID, in transaction: any Transaction) throws {
        for child in try ChildTable.children(of: parent, in: transaction) {
            _ = try AccountTable.lock(child, in: transaction)
        }
    }

    /// Locks a child alone, for something that concerns neither its parents nor their notices.
    static func lockChild(_ child: AccountID, in transaction: any Transaction) throws -> AccountRecord? {
        try AccountTable.lock(child, in: transaction).flatMap { $0.role == .child ? $0 : nil }
    }
}
