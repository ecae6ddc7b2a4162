import Contracts
import Domain
import JSONRPC
import Primitives
import Tokens

extension Gate {
    /// Whose token the `Authorization` header holds (`Bearer`, or RFC 9449's `DPoP`).
    func bearer(_ context: RequestContext) async throws -> Caller {
        guard let header = context.authorization, let space = header.firstIndex(of: " "),
            ["bearer", "dpop"].contains(header[..<space].lowercased())
        else { throw Fault(.loginRequired) }
        let token = String(header[header.index(after: space)...])
        do {
            return try verify(token)
        } catch TokenFault.unknownKey {
            // Doubt is not a no: only a set fetched just now can say that there is no such key.
            guard await keys.refresh() else { throw Fault(.unavailable, retryAfterMs: 1000) }
        }
        do {
            return try verify(token)
        } catch TokenFault.unknownKey {
            throw Fault(.loginRequired)
        }
    }

    /// - Throws: a fault of the wire, or `TokenFault.unknownKey`.
    private func verify(_ token: String) throws -> Caller {
        do {
            return try tokens.verify(token, audience: settings.audience, now: clock.now)
        } catch {
            switch error {
            case .expired: throw expired()
            case .notYetValid: throw Fault(.unavailable, retryAfterMs: 1000)
            case .unknownKey: throw error
            case .bad: throw Fault(.loginRequired)
            case .wrongKind: return try forAuthAlone(token)
            }
        }
    }

    /// A token that has not come through every gate is for auth alone. Its owner is told which gate is next, so it is
    /// looked at here as auth would; the standing then refuses it by name.
    private func forAuthAlone(_ token: String) throws -> Caller {
        guard let caller = try? tokens.verify(token, audience: settings.authAudience, now: clock.now),
            !caller.scope.isDisjoint(with: [.unproven, .preTFA, .pinRequired])
        else { throw Fault(.loginRequired) }
        return caller
    }
}
