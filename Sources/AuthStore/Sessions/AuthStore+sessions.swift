import Domain
public import Primitives
import SQL

extension AuthStore {
    /// How a session stands now.
    /// - Parameter tag: the account's tag in the record of deletions.
    public func standing(of session: SessionID, account: AccountID, tag: [UInt8]) async throws -> SessionSnapshot {
        try await database.read { transaction in
            let row = try transaction.first(
                Statement(
                    """
                    SELECT \(AccountRecord.columns), \(SessionRecord.columns)
                    FROM session s JOIN account a ON a.id = s.account WHERE s.account = $1 AND s.id = $2
                    """, .id(account), .id(session)))
            let feed = try transaction.feed()
            let isDeleted = try row == nil && transaction.wasDeleted(tag)
            return SessionSnapshot(
                account: try row.map { try AccountRecord($0) },
                session: try row.map { try SessionRecord($0, from: AccountRecord.width) },
                isDeleted: isDeleted, epoch: feed.epoch, asOf: feed.head)
        }
    }

    /// The live sessions of an account with their devices, newest first.
    public func sessions(of account: AccountID) async throws -> [(session: SessionRecord, device: DeviceRecord)] {
        try await database.read { transaction in
            let rows = try transaction.run(
                Statement("SELECT \(DeviceRecord.columns) FROM device WHERE account = $1", .id(account)))
            let devices = try rows.map { try DeviceRecord($0) }
            return try transaction.liveSessions(of: account).compactMap { session in
                devices.first { $0.id == session.device }.map { (session, $0) }
            }
        }
    }

    /// What became of a request to end or admit a session.
    public enum SessionChange: Sendable, Hashable {
        /// Done, now.
        case done
        /// The request took effect before.
        case repeated(Once.Memory)
        /// There is no such live session.
        case unknown
        /// The digits are others.
        case otherDigits
    }

    /// Ends a session on purpose.
    ///
    /// Ended from another device, its device is shut out too: from now on a right code alone does not let it in.
    public func revoke(
        _ session: SessionID, of account: AccountID, from current: SessionID, once: Once?, at now: Instant
    ) async throws -> SessionChange {
        try await change { transaction in
            if let memory = try transaction.claim(once, keeping: [], at: now) { return .repeated(memory) }
            guard try transaction.lockAccount(account) != nil,
                let found = try transaction.session(session, of: account),
                try transaction.end(session, of: account, because: .sessionRevoked, at: now)
            else { throw Undo(SessionChange.unknown) }
            let own = try transaction.session(current, of: account)?.device
            if own != found.device { try transaction.shutOutDevice(found.device, of: account) }
            return .done
        }
    }

    /// Lets a waiting device in, if the digits are the ones on its screen. The third wrong pair ends its session.
    ///
    /// Where the group allows one device, the sessions of all others end, the admitting one's included.
    public func admit(
        _ session: SessionID, of account: AccountID, digits: String, once: Once?, at now: Instant
    ) async throws -> SessionChange {
        try await change { transaction in
            guard let person = try transaction.lockAccount(account),
                let waiting = try transaction.session(session, of: account), waiting.ended == nil,
                waiting.gate == .unproven, waiting.tsv == person.tsv, now < waiting.expires
            else {
                if let once, let memory = try transaction.memory(of: once) { return .repeated(memory) }
                return .unknown
            }
            guard waiting.digits == digits else {
                try transaction.countAdmission(of: waiting, at: now)
                return .otherDigits
            }
            if let memory = try transaction.claim(once, keeping: [], at: now) { return .repeated(memory) }
            try transaction.run(
                Statement(
                    "UPDATE session SET gate = $3, digits = NULL WHERE account = $1 AND id = $2", .id(account),
                    .id(session), .word(SessionLevel.full)))
            try transaction.admitDevice(waiting.device, of: account)
            try transaction.tell(account, session: session, gate: .full, at: now)
            try transaction.evictOthers(than: waiting.device, of: person, at: now)
            return .done
        }
    }

    /// Ends every session of an account and replaces its TokenSecret: nothing issued before is good when it returns.
    public func revokeAll(of account: AccountID, once: Once?, at now: Instant) async throws -> RevokedAll {
        try await change { transaction in
            guard let person = try transaction.lockAccount(account) else { return .unknown }
            let live = try transaction.liveSessions(of: account)
            if let memory = try transaction.claim(once, keeping: [], at: now) { return .repeated(memory) }
            for session in live { _ = try transaction.end(session.id, of: account, because: .sessionRevoked, at: now) }
            if let index = person.phoneIndex { try transaction.endAllChallenges(phone: index, at: now) }
            try transaction.tell(account, tsv: transaction.replaceTokenSecret(of: account), at: now)
            return .done(ended: live.count)
        }
    }

    /// What became of a request to log out everywhere.
    public enum RevokedAll: Sendable, Hashable {
        /// Done, now: so many sessions ended.
        case done(ended: Int)
        /// The request took effect before.
        case repeated(Once.Memory)
        /// There is no such account.
        case unknown
    }
}

extension Transaction {
    /// Counts a wrong pair of digits; the third ends the waiting session.
    fileprivate func countAdmission(of session: SessionRecord, at now: Instant) throws {
        let row = try first(
            Statement(
                """
                UPDATE session SET admit_tries = admit_tries + 1 WHERE account = $1 AND id = $2 RETURNING admit_tries
                """, .id(session.account), .id(session.id)))
        if try row?.int(0) ?? 0 >= 3 { _ = try end(session.id, of: session.account, because: .loginRequired, at: now) }
    }

    /// Ends every open challenge of a number on device keys the account knows.
    fileprivate func endAllChallenges(phone index: [UInt8], at now: Instant) throws {
        let rows = try run(
            Statement(
                """
                SELECT d.thumbprint FROM account a JOIN device d ON d.account = a.id WHERE a.phone_index = $1
                ORDER BY d.thumbprint
                """, .bytes(index)))
        for row in rows { try endChallenges(phone: index, thumbprint: row.text(0), at: now) }
    }
}
