public import Audit
public import SQL

/// The database of the auth service: accounts, devices, sessions, codes, the revocation feed and the outbox.
///
/// Every public method writes in one transaction, except `sweep`; some first read in a transaction of
/// its own whether there is anything to write. Times, random values and keyed hashes are parameters, so no code of this
/// module can test a guessed number, code or token. Engine errors pass through as `SQLFault`.
///
/// Many instances may write one database. A row that a decision depends on is therefore locked before the decision, and
/// whether a row exists is decided by a unique index and `ON CONFLICT`. **Rows are locked in one order**, so that
/// transactions cannot deadlock: `proof_seen`, `idempotency`, `account_number`, account (parents in the order
/// of their identifiers, then children in that order), registration, send windows
/// (addresses, the widest range first; block share, block, block reserve; number share, number; budget share; each kind
/// under the lower index key first), quotas of sends (own, stopped prefix, common, reserved; of each the day before the
/// hour), challenge, the challenge's message in the outbox, streak, quota of wrong codes, window of late attempts,
/// facility group, operator's group, operator's enrolment, event. Rows of `session`, `device`, PINs, second factors,
/// recovery codes, holds and notices are locked in any order, because only the transaction that has locked the account
/// waits for them. The approval of a child follows that of its parent: a transaction that may change the parent's and locks
/// facility groups or operators' groups locks the children together with the parent; any other locks them when the approval
/// changes, which makes no deadlock, because a transaction that has locked a child without its parents locks no row of a
/// number. A request whose key is claimed only after the account is locked is safe as well: another holder of the
/// key waits for the same account. A transaction that numbers or deletes events locks the feed's row first; no other
/// transaction locks the feed's row together with other rows.
public struct AuthStore: Sendable {
    let database: any Database
    private(set) var servedGroups: ServedGroups
    /// The proof of the call that this store works for; nil for a store that works for no call.
    private var presentedProof: PresentedProof?
    /// Authenticates the rows of the audit log; nil for a store that writes none.
    private var authenticator: AuditAuthenticator?
    /// The party that the audit log names for what this store changes.
    private var actor = AuditActor.service

    /// Uses an open database whose migrations have run.
    public init(_ database: any Database, serving groups: ServedGroups = .all) {
        self.database = database
        servedGroups = groups
    }

    /// The same database, serving other groups.
    public func serving(_ groups: ServedGroups) -> AuthStore {
        var store = self
        store.servedGroups = groups
        return store
    }

    /// The same database, working for the call that came with this proof.
    public func presenting(_ proof: PresentedProof?) -> AuthStore {
        var store = self
        store.presentedProof = proof
        return store
    }

    /// The same database, writing the audit log.
    public func auditing(with authenticator: AuditAuthenticator) -> AuthStore {
        var store = self
        store.authenticator = authenticator
        return store
    }

    /// The same database, working for another party than the service itself.
    public func acting(for actor: AuditActor) -> AuthStore {
        var store = self
        store.actor = actor
        return store
    }

    /// The audit log of the database.
    public func auditLog(with authenticator: AuditAuthenticator) -> AuditLog { AuditLog(database, authenticator) }

    /// The schema's history, for `Migrations.run`.
    public static let migrations = [
        FirstSchema.migration, OneOpenChallenge.migration, StoredTimeline.migration(id: 3), SweepIndexes.migration,
        Generations.migration(id: 5), KeysAndDeletions.migration, StoredTimeline.fileMigration(id: 7),
        OlderCopies.migration, RotatingKeys.migration(id: 9), Decisions.migration, AddressGroups.migration,
        SessionsByID.migration, SpentRefreshTokens.migration, SweepSightings.migration, MessageReports.migration,
        KeyNumbers.migration, TwoIndexKeys.migration, ConfirmedActs.migration, AfterOlderCopies.migration,
        DevicesByKey.migration, MakersOfRecoveryCodes.migration, PINs.migration, SecondFactors.migration,
        GroupDecisions.migration, PendingPINs.migration, NumberChanges.migration, DelayedActs.migration,
        Families.migration, OperatorDecisions.migration, AuditSchema.migration(id: 30),
        BindingEnds.migration, MakersOfFamilyActs.migration, NamesInNotices.migration,
    ]

    /// Runs a write transaction that may roll itself back and still return a value, by throwing ``Rollback``. The first
    /// transaction of a call that is committed records the call's proof. What the transaction records with
    /// `Transaction.audit` is written to the audit log at its end.
    ///
    /// A refusal is thrown as a ``Rollback``, so that it records nothing.
    ///
    /// - Throws: ``ProofReplayed`` if an earlier call recorded the proof.
    func change<Outcome: Sendable>(
        _ body: @Sendable @escaping (any Transaction) throws -> Outcome
    ) async throws -> Outcome {
        do {
            guard let proof = presentedProof, !proof.isRecorded else { return try await audited(body) }
            let outcome = try await audited { transaction in
                try transaction.run(ProofTable.insert(proof))
                guard transaction.changes == 1 else { throw ProofReplayed() }
                return try body(transaction)
            }
            proof.markRecorded()
            return outcome
        } catch let rollback as Rollback<Outcome> {
            return rollback.outcome
        }
    }

    private func audited<Outcome: Sendable>(
        _ body: @Sendable @escaping (any Transaction) throws -> Outcome
    ) async throws -> Outcome {
        try await database.write { [actor, authenticator] transaction in
            try AuditedTransaction.run(in: transaction, by: actor, authenticator, body)
        }
    }

    /// Records the call's proof in a transaction of its own, if the call has one and none of its transactions recorded it.
    ///
    /// - Throws: ``ProofReplayed`` if an earlier call recorded the proof.
    public func recordProof() async throws {
        guard let proof = presentedProof, !proof.isRecorded else { return }
        try await change { _ in }
    }
}

/// Thrown inside ``AuthStore/change(_:)`` to roll the transaction back and return `outcome`.
struct Rollback<Outcome: Sendable>: Error {
    let outcome: Outcome

    init(_ outcome: Outcome) { self.outcome = outcome }
}
