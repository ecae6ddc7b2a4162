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
            guard let account = try transaction.lockAccount(refresh.account) else {
                return try transaction.wasDeleted(refresh.tag) ? .deleted : .unknown
            }
            guard let session = try transaction.session(refresh.session, of: account.id),
                session.thumbprint == refresh.thumbprint
            else { return .unknown }
            if let ended = session.ended { return .ended(ended) }
            guard session.tsv == account.tsv else { return .ended(.sessionRevoked) }
            guard !session.isExpired(at: now, idle: refresh.idle) else { return .expired }
            guard account.state != .blocked else { return .blocked }
            switch refresh.kind(for: session) {
            case .current:
                try transaction.rotate(refresh, session, at: now)
                return try transaction.session(session.id, of: account.id).map { .refreshed(account, $0) } ?? .unknown
            case .previous:
                return .refreshed(account, session)
            case .reused:
                _ = try transaction.end(session.id, of: account.id, because: .refreshReused, at: now)
                return .ended(.refreshReused)
            case .foreign:
                return .unknown
            }
        }
    }
}

extension Refresh {
    fileprivate enum Kind { case current, previous, reused, foreign }

    /// What the token is to its session now. An old generation is taken at its word: its holder has the device key.
    fileprivate func kind(for session: SessionRecord) -> Kind {
        if hash == session.refreshHash { return .current }
        if hash == session.previousHash { return .previous }
        return generation < session.generation - 1 ? .reused : .foreign
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
