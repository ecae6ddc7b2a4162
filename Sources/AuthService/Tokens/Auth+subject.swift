import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// The pseudonym by which the tokens of an unproven session name their subject in place of the account.
    ///
    /// It is a keyed hash of the session's identifier, so two sessions of one account have unrelated pseudonyms.
    func pseudonym(of session: SessionID, _ key: Key256) -> AccountID {
        let mac = HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/session-subject/1", session.bytes))
        return AccountID(bits: mac.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
    }

    /// The subject of the tokens that a session gets at a level: the account, or the session's pseudonym.
    ///
    /// - Parameter key: the key that makes the refresh token.
    func subject(of session: SessionID, account: AccountID, at level: SessionLevel, _ key: Key256) -> AccountID {
        level == .unproven ? pseudonym(of: session, key) : account
    }

    /// The key that made the refresh token of a session.
    ///
    /// - Throws: `unavailable` if this instance has not read it.
    func hashKey(of session: SessionRecord) throws -> Key256 {
        guard let key = keys.hash.all[session.hashKey] else { throw Fault(.unavailable) }
        return key
    }

    /// The account that a token names as its subject; nil for the session's pseudonym, whose account is found by the
    /// session.
    func account(named subject: AccountID, by session: SessionID) -> AccountID? {
        keys.hash.all.values.contains { subject == pseudonym(of: session, $0) } ? nil : subject
    }

    /// Reads the session that a token names, with its account; neither is found if the subject is another account.
    /// - Parameter subject: the account, or the pseudonym of the session.
    func snapshot(of session: SessionID, subject: AccountID) async throws -> SessionSnapshot {
        try await store.snapshot(
            of: session, account: account(named: subject, by: session), tag: tag(of: subject))
    }
}
