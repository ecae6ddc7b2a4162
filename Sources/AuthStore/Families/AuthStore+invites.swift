import Audit
public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Makes an invite for a child, in place of the former one for the same purpose.
    /// - Parameter given: the confirmation by a secret of the parent's own. The invite of a child who has never had a device
    ///   needs none, and does not use it up.
    /// - Returns: the moment at which it expires.
    /// - Throws: ``FamilyRefused`` and ``ConfirmationRefused``.
    public func invite(
        _ new: NewInvite, to child: AccountID, by parent: AccountID, in session: SessionID,
        confirmedBy given: CountedConfirmation, idempotencyKey: IdempotencyKey?, response: [UInt8], at now: Instant
    ) async throws -> Repeatable<Instant> {
        try await changeOnce(idempotencyKey, storing: response, confirmedBy: given, at: now) { transaction in
            let family = try LockedFamily(of: child, for: session, of: parent, at: now, in: transaction)
            guard new.purpose == .device || family.parents.count < ChildTable.maximumParents else {
                throw FamilyRefused.limitReached
            }
            if try new.purpose == .parent || ChildTable.hasHadDevice(child, in: transaction) {
                try Self.confirmInvite(by: parent, in: session, given, at: now, in: transaction)
            }
            try transaction.batch(FamilyInviteTable.replace(with: new, of: child, by: parent, in: session, at: now))
            try transaction.audit(.init(.credential, AuditDetail.inviteMade, account: child, at: now))
            return now + FamilyInviteRecord.lifetime
        }
    }

    /// Refuses a parent's invite that is not confirmed by a secret of the parent's own, or uses the secret up. The transaction
    /// has locked the parent's account.
    /// - Throws: ``ConfirmationRefused``.
    static func confirmInvite(
        by parent: AccountID, in session: SessionID, _ given: CountedConfirmation, at now: Instant,
        in transaction: any Transaction
    ) throws {
        guard let person = try AccountTable.read(parent, in: transaction) else { throw FamilyRefused.childUnknown }
        let device = try device(of: session, parent, in: transaction)
        try ConfirmedChange(of: person, by: device, at: now, in: transaction)
            .confirm(.inviteToFamily, byOwnSecret: given)
    }

    /// Withdraws the invite for a child's device and the one for another parent, with their tickets.
    /// - Throws: ``FamilyRefused``.
    public func withdrawInvites(
        of child: AccountID, by parent: AccountID, in session: SessionID, idempotencyKey: IdempotencyKey?,
        at now: Instant
    ) async throws -> Repeatable<Void> {
        try await changeOnce(idempotencyKey, at: now) { transaction in
            _ = try LockedFamily(of: child, for: session, of: parent, at: now, in: transaction)
            try FamilyInviteTable.withdraw(of: child, for: InvitePurpose.allCases, at: now, in: transaction)
        }
    }

    /// True if an invite with one of the hashes can be used.
    public func hasInvite(
        _ hashes: [[UInt8]], for purpose: InvitePurpose, at now: Instant
    ) async throws -> Bool {
        try await database.read { try FamilyInviteTable.find(hashes, for: purpose, at: now, in: $0) != nil }
    }

    /// Compares a code whose attempt was counted with the invites for a device, and gives the device key a ticket for the
    /// invite, which stays usable.
    /// - Parameter hashes: the keyed hashes of the code under every key in use.
    /// - Returns: the child, its name and the moment at which the ticket expires.
    /// - Throws: ``FamilyRefused/inviteInvalid``, the same for every code that cannot be used.
    public func issueTicket(
        _ ticket: [UInt8], for hashes: [[UInt8]], counted attempt: InviteAttempt, at now: Instant
    ) async throws -> (child: AccountID, name: String, expires: Instant) {
        try await change { transaction in
            let found = try FamilyInviteTable.find(hashes, for: .device, at: now, in: transaction)
            let event = found == nil ? ChildAccess.Event.invalidCode : .validCode
            let transition = try ChildAccessEffects.transition(from: .childInviteVerify, on: event)
            guard let found, let child = try LockedFamily.lockChild(found.child, in: transaction),
                let name = try ChildTable.name(of: child.id, in: transaction),
                let open = try FamilyInviteTable.find(hashes, for: .device, at: now, in: transaction)
            else { throw FamilyRefused.inviteInvalid }
            var effects = ChildAccessEffects(on: child, at: now, in: transaction)
            effects.ticket = (ticket, open, attempt.thumbprint)
            try effects.carryOut(transition, on: event)
            try attempt.takeBack(of: child.id, in: transaction)
            return (child.id, name, min(open.expires, now + NewBinding.ticketLifetime))
        }
    }

    /// Makes the caller a parent of the child of an invite for a parent, whose attempt was counted.
    /// - Returns: the child and its name.
    /// - Throws: ``FamilyRefused``.
    public func acceptParent(
        _ hashes: [[UInt8]], counted attempt: InviteAttempt, by parent: AccountID, in session: SessionID,
        idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> Repeatable<(child: AccountID, name: String)> {
        try await changeOnce(idempotencyKey, at: now) { transaction in
            guard let found = try FamilyInviteTable.find(hashes, for: .parent, at: now, in: transaction) else {
                throw FamilyRefused.inviteInvalid
            }
            let family = try LockedFamily(joining: found.child, by: session, of: parent, at: now, in: transaction)
            guard try FamilyInviteTable.consume(found.id, of: found.child, at: now, in: transaction),
                let name = try ChildTable.name(of: found.child, in: transaction)
            else { throw FamilyRefused.inviteInvalid }
            guard family.parents.count < ChildTable.maximumParents || family.parents.contains(parent),
                try ChildTable.children(of: parent, in: transaction).count < ChildTable.maximumChildren
            else { throw FamilyRefused.limitReached }
            if !family.parents.contains(parent) {
                try ChildApproval.requireDecision(about: parent, joining: found.child, in: transaction)
            }
            try attempt.takeBack(of: found.child, in: transaction)
            try transaction.run(ChildTable.addParent(parent, of: found.child, at: now))
            try ChildApproval.update(found.child, at: now, in: transaction)
            try NoticeTable.appendToFamily(
                .parentAdded, about: nil, child: found.child, parents: Set(family.parents + [parent]).sorted(), at: now,
                in: transaction)
            if let key = idempotencyKey { try transaction.batch(IdempotencyTable.store(found.child.bytes, for: key)) }
            return (found.child, name)
        }
    }

    /// The name of a child of a parent; nil if the account is no parent of such a child.
    public func childName(_ child: AccountID, of parent: AccountID) async throws -> String? {
        try await database.read { transaction in
            guard try ChildTable.parents(of: child, in: transaction).contains(parent) else { return nil }
            return try ChildTable.name(of: child, in: transaction)
        }
    }
}
