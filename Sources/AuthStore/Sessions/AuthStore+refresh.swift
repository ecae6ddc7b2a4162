import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Replaces a refresh token by its one successor.
    ///
    /// While the successor is unused, the same request yields the same successor again, so that a lost answer costs
    /// nothing. A spent token in another request ends the session, because two parties hold it, unless ``TokenMatch``
    /// explains the request by two processes of one device.
    public func refresh(_ refresh: RefreshRequest, at now: Instant) async throws -> RefreshRequest.Outcome {
        try await change { [servedGroups] transaction in
            let account = try (refresh.account ?? SessionTable.account(of: refresh.session, in: transaction))
                .flatMap { try AccountTable.lock($0, in: transaction) }
            let facts =
                try account?.facts
                ?? (DeletionTable.contains(refresh.deletionTag, in: transaction) ? .deleted : .unknown)
            let session = try account.flatMap { try SessionTable.read(refresh.session, of: $0.id, in: transaction) }
                .flatMap { $0.thumbprint == refresh.thumbprint ? $0 : nil }
            let verdict = SessionRule.evaluate(
                account: facts, session: session?.facts(idle: refresh.idleTimeout), at: now)
            if case .ended(let end) = verdict { throw Rollback(RefreshRequest.Outcome.ended(end)) }
            guard let account, let session, servedGroups.contains(account) else {
                throw Rollback(RefreshRequest.Outcome.ended(.loginRequired))
            }
            let successor = refresh.successorHashes(session, session.level, refresh.hashKey)[refresh.hashKey]
            guard let spent = refresh.hashes[refresh.hashKey], let successor, refresh.hashes[session.hashKey] != nil
            else { throw SQLFault.unavailable("the key hash-\(session.hashKey) of a refresh token has not been read") }
            switch refresh.match(with: session, at: now) {
            case .current:
                try transaction.batch([
                    SessionTable.rotate(session, spent: spent, successor: successor, key: refresh.hashKey, at: now),
                    AccountDeviceTable.setLastUse(of: session.device, of: account.id, at: now),
                ])
                let rotated = try SessionTable.read(session.id, of: account.id, in: transaction)
                return rotated.map { .refreshed(account, $0) } ?? .ended(.loginRequired)
            case .repeated: return .repeated(account, session)
            case .superseded: throw Rollback(RefreshRequest.Outcome.superseded)
            case .reused:
                try SessionTable.end(
                    session.id, of: account.id, because: .refreshReused, at: now, in: transaction)
                return .reused
            case .unrecognised: throw Rollback(RefreshRequest.Outcome.ended(.loginRequired))
            }
        }
    }
}
