import Contracts
import JSONRPC
import Logging
import Tokens

extension Gate {
    /// How often an answer that an event overtook is asked for again.
    private static let attempts = 3

    /// Asks auth about a session: at first sight, or because the lease is out.
    func ask(about caller: Caller, _ scopes: [String], isRead: Bool) async throws -> Admission {
        for _ in 0..<Self.attempts {
            let asked: Introspections.Asked
            do {
                asked = try await introspections.ask(caller.session, account: caller.account)
                meters.introspected()
            } catch {
                return try relaxed(caller, scopes, isRead: isRead)
            }
            let standing = SessionStanding(asked.answer)
            let installed = standings.install(asked.answer, session: caller.session, account: caller.account)
            guard installed != .overtaken else { continue }
            try standing.admit(caller, scopes)
            let ground: Admission.Ground =
                installed == .done && lease.isHeld ? .feed : .asked(asked.at, standing)
            let admission = Admission(caller: caller, scopes: scopes, ground: ground, gate: self)
            try admission.check()
            return admission
        }
        throw Fault(.unavailable, retryAfterMs: 100)
    }

    /// Auth cannot be reached. Reads of a session seen before may go on, if the installation allows it.
    private func relaxed(_ caller: Caller, _ scopes: [String], isRead: Bool) throws -> Admission {
        guard settings.hasRelaxedReads, isRead,
            let standing = standings.standing(of: caller.session, account: caller.account)
        else { throw Fault(.unavailable, retryAfterMs: 1000) }
        try standing.admit(caller, scopes)
        log.notice("a read was allowed without auth", metadata: ["session": "\(caller.session)"])
        return Admission(caller: caller, scopes: scopes, ground: .relaxed, gate: self)
    }
}
