import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// The part of an answer that a sign-in by `otp.verify` and one by `registration.confirm` have in common.
    struct SignedIn: Sendable {
        let session: SessionGrant
        /// The state of the account in the registration table.
        let state: Registration.State
        /// `admit` while the session waits to be admitted from another device.
        let next: String?
    }

    /// Makes a sign-in with fresh identifiers.
    ///
    /// The store computes the first refresh token's hash inside its transaction, where the session's identifiers are
    /// fixed; the closure spares it the key.
    func signIn(
        _ proof: Arrival.Proof, registration: RegistrationRecord?, phoneIndex: [UInt8], device: ProvenDevice,
        deviceName: String?, isAgain: Bool, at now: Instant
    ) -> Arrival {
        Arrival(
            proof: proof, registration: registration, phoneIndex: phoneIndex, thumbprint: device.thumbprint,
            publicKey: device.publicKey, deviceName: deviceName, isAgain: isAgain, account: random.id(),
            device: random.id(), session: random.id(), family: random.id(), digits: random.digits(2),
            expires: now + settings.sessionLifetime,
            refreshHash: { [refreshTokens] account, session, family in
                refreshTokens.hash(refreshTokens.first(account: account, session: session, family: family))
            })
    }

    /// Answers a sign-in that took effect now.
    func signedIn(_ account: AccountRecord, _ session: SessionRecord) throws -> SignedIn {
        wakeFeedNumbering()
        outboxWakeSignal.signal()
        return SignedIn(
            session: try SessionGrantIssuer(auth: self).firstGrant(account, session), state: account.state,
            next: session.gate == .unproven ? "admit" : nil)
    }

    /// Answers a repeated sign-in request from the rows of the session it opened.
    ///
    /// Credentials are not stored, so the answer is derived again: for ten minutes, and only while the session is live
    /// and its first refresh token is unused.
    func replaySignIn(_ stored: Once.Memory, at now: Instant) async throws -> SignedIn {
        guard case .done(let bytes, let at) = stored else { throw Fault(.requestIdReused) }
        if bytes == Arrival.Kept.notRegistered { throw Fault(.notRegistered) }
        if bytes == Arrival.Kept.blocked { throw Fault(.blocked) }
        guard bytes.count == 32, now < at + .minutes(10), let account = AccountID(bytes: bytes[..<16]),
            let session = SessionID(bytes: bytes[16...])
        else { throw Fault(.codeExpired) }
        let snapshot = try await store.standing(of: session, account: account, tag: tag(of: account))
        guard case .live = snapshot.verdict(idle: settings.sessionIdleTimeout, at: now),
            let person = snapshot.account, let opened = snapshot.session, opened.generation == 0
        else { throw Fault(.codeExpired) }
        return try signedIn(person, opened)
    }
}
