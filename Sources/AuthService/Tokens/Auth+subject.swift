import AuthStore
import Cryptography
import Domain
import Primitives

extension Auth {
    /// The pseudonym by which the tokens of an unproven session name their subject in place of the account.
    ///
    /// It is a keyed hash of the session's identifier, so two sessions of one account have unrelated pseudonyms.
    func pseudonym(of session: SessionID) -> AccountID {
        let mac = HMACSHA256.tag(key: keys.hash, LengthPrefixed.encode("latchkey/session-subject/1", session.bytes))
        return AccountID(bits: mac.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
    }

    /// The subject of the tokens that a session gets at a level: the account, or the session's pseudonym.
    func subject(of session: SessionID, account: AccountID, at level: SessionLevel) -> AccountID {
        level == .unproven ? pseudonym(of: session) : account
    }

    /// The account that a token names as its subject; nil for the session's pseudonym, whose account is found by the
    /// session.
    func account(named subject: AccountID, by session: SessionID) -> AccountID? {
        subject == pseudonym(of: session) ? nil : subject
    }

    /// Reads the session that a token names, with its account; neither is found if the subject is another account.
    /// - Parameter subject: the account, or the pseudonym of the session.
    func snapshot(of session: SessionID, subject: AccountID) async throws -> SessionSnapshot {
        try await store.snapshot(
            of: session, account: account(named: subject, by: session), tag: tag(of: subject))
    }
}
