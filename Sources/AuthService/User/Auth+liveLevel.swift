import AuthStore
import Domain

extension Auth {
    /// The level of an account's session, as a call with it is judged now; nil if the session is not live.
    func liveLevel(of session: SessionRecord, of account: AccountRecord) -> SessionLevel? {
        let facts = session.facts(idle: settings.sessionIdleTimeout)
        guard case .live(let level, _) = SessionRule.evaluate(account: account.facts, session: facts, at: now) else {
            return nil
        }
        return level
    }
}
