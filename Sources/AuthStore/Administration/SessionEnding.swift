import Domain
import Primitives
import SQL

/// Ends the sessions of an account that the transaction has locked.
enum SessionEnding {
    /// Ends every session of an account, the open codes of its devices and the invites that it has made, and replaces its
    /// TokenSecret. A session that waits to be admitted ends with `loginRequired`: its device has lost nothing and logs in
    /// again. Returns the number of sessions.
    static func endAll(of account: AccountRecord, at now: Instant, in transaction: any Transaction) throws -> Int {
        let sessions = try SessionTable.notEnded(of: account.id, in: transaction)
        for session in sessions {
            let end = session.level == .unproven ? SessionEnd.loginRequired : .sessionRevoked
            try SessionTable.end(session.id, of: account.id, because: end, at: now, in: transaction)
        }
        if let phone = account.phoneIndex {
            try ChallengeTable.endOpenOnKnownDevices(phone: phone, at: now, in: transaction)
        }
        try transaction.batch(FamilyInviteTable.withdraw(madeBy: account.id))
        let version = try AccountTable.replaceTokenSecret(of: account.id, in: transaction)
        try RevocationEventTable.append(.init(tokenSecretVersion: version), of: account.id, at: now, in: transaction)
        return sessions.count
    }

    /// Ends every session of an account that is moved to another facility group. A session that waits to be admitted ends with
    /// `loginRequired`, because its device knows nothing of the group.
    static func endByMove(of account: AccountID, at now: Instant, in transaction: any Transaction) throws {
        for session in try SessionTable.notEnded(of: account, in: transaction) {
            let end = session.level == .unproven ? SessionEnd.loginRequired : .movedFacilityGroup
            try SessionTable.end(session.id, of: account, because: end, at: now, in: transaction)
        }
    }

    /// Ends the full sessions of an operator who makes the PIN or the second factor that the account lacks. They were
    /// refused while it was missing, and none of them has passed the new one.
    /// - Parameter person: the account as it was read before the secret is stored.
    static func endFullSessions(
        ofOperatorMakingSecret person: AccountRecord, at now: Instant, in transaction: any Transaction
    ) throws {
        guard person.lacksOperatorSecret else { return }
        for session in try SessionTable.notEnded(of: person.id, in: transaction) where session.level == .full {
            try SessionTable.end(session.id, of: person.id, because: .loginRequired, at: now, in: transaction)
        }
    }
}
