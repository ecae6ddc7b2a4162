import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Turns a refresh token into its one successor.
    ///
    /// While the successor is unused the spent token leads to the same one, so a lost answer costs nothing; a token
    /// older than that, of a generation whose successor was used, ends the family: it has two holders.
    public func refresh(_ refresh: Refresh, at now: Instant) async throws -> Refresh.Outcome {
        try await change { transaction in
            let account = try transaction.lockAccount(refresh.account)
            let isDeleted = try account == nil && transaction.wasDeleted(refresh.tag)
            let session = try account.flatMap { try transaction.session(refresh.session, of: $0.id) }
                .flatMap { $0.thumbprint == refresh.thumbprint ? $0 : nil }
            let verdict = SessionRule.evaluate(
                account: account?.facts ?? (isDeleted ? .deleted : .unknown),
                session: session?.facts(idle: refresh.idle), at: now)
            if case .ended(let end) = verdict { return .ended(end) }
            guard let account, let session else { return .ended(.loginRequired) }
            switch refresh.kind(for: session) {
            case .current:
                try transaction.rotate(refresh, session, at: now)
                let rotated = try transaction.session(session.id, of: account.id)
                return rotated.map { .refreshed(account, $0) } ?? .ended(.loginRequired)
            case .previous:
                return .refreshed(account, session)
            case .reused:
                _ = try transaction.end(session.id, of: account.id, because: .refreshReused, at: now)
                return .ended(.refreshReused)
            case .unrecognised:
                return .ended(.loginRequired)
            }
        }
    }
}

extension Refresh {
    fileprivate enum Kind { case current, previous, reused, unrecognised }

    /// What the token is to its session now. A token whose hash is no longer stored counts as
    /// reused by the generation it states, because its holder proved the device key.
    fileprivate func kind(for session: SessionRecord) -> Kind {
        if hash == session.refreshHash { return .current }
        if hash == session.previousHash { return .previous }
        return generation < session.generation - 1 ? .reused : .unrecognised
    }
}

extension Transaction {
    fileprivate func rotate(_ refresh: Refresh, _ session: SessionRecord, at now: Instant) throws {
        try batch([
            Statement(
                """
                UPDATE session SET refresh_hash = $3, previous_hash = $4, generation = $5, last_used = $6
                WHERE account = $1 AND id = $2
                """,
                .id(session.account), .id(session.id), .bytes(refresh.successorHash(session.family)),
                .bytes(refresh.hash), .integer(refresh.generation + 1), .at(now)),
            Statement(
                "UPDATE device SET last_used = $3 WHERE account = $1 AND id = $2", .id(session.account),
                .id(session.device), .at(now)),
        ])
    }
}
