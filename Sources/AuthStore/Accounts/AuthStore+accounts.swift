import Domain
public import Primitives
import SQL

extension AuthStore {
    /// An account as it stands now.
    public func account(_ id: AccountID) async throws -> AccountRecord? {
        try await database.read { try $0.account(id) }
    }

    /// The account of a number.
    public func account(phone index: [UInt8]) async throws -> AccountRecord? {
        try await database.read { try $0.account(phone: index) }
    }

    /// What a device key may know of a number: its own registration, and the number's account where the key is let in
    /// there.
    public func registration(
        of index: [UInt8], by thumbprint: String, at now: Instant
    ) async throws -> (registration: RegistrationRecord?, account: AccountRecord?) {
        try await database.read { transaction in
            let owns = try transaction.isOwner(phone: index, thumbprint: thumbprint)
            return (
                try transaction.registration(phone: index, thumbprint: thumbprint, at: now),
                owns ? try transaction.account(phone: index) : nil
            )
        }
    }

    /// The live registration a challenge belongs to, if this device key started it, and the account of its number.
    public func registration(
        confirming challenge: ChallengeID, by thumbprint: String, at now: Instant
    ) async throws -> (registration: RegistrationRecord, account: AccountRecord?)? {
        try await database.read { transaction in
            let row = try transaction.first(
                Statement(
                    """
                    SELECT \(RegistrationRecord.columns) FROM registration
                    WHERE challenge = $1 AND thumbprint = $2 AND expires > $3
                    """, .id(challenge), .text(thumbprint), .at(now)))
            guard let registration = try row.map({ try RegistrationRecord($0) }) else { return nil }
            return (registration, try transaction.account(phone: registration.phoneIndex))
        }
    }

    /// A challenge of this device key, whatever became of it; changes nothing and counts nothing.
    public func challenge(_ id: ChallengeID, by thumbprint: String) async throws -> ChallengeRecord? {
        try await database.read { try $0.challenge(id) }.flatMap { $0.thumbprint == thumbprint ? $0 : nil }
    }

    /// What was kept with a request; nil when it never took effect.
    public func memory(of once: Once) async throws -> Once.Memory? {
        try await database.read { try $0.memory(of: once) }
    }

    /// Blocks an account (seed 2, too many failed logins): every credential of it answers `blocked` from now on, and
    /// no session ends, so that no device deletes anything.
    public func block(_ account: AccountID, at now: Instant) async throws -> Bool {
        try await database.write { transaction in
            try transaction.run(
                Statement(
                    "UPDATE account SET state = $2 WHERE id = $1 AND state = $3", .id(account),
                    .word(Registration.State.blocked), .word(Registration.State.registered)))
            guard transaction.changes == 1 else { return false }
            try transaction.tell(account, ended: "blocked", at: now)
            return true
        }
    }
}
