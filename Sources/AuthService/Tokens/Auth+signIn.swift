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
    /// The store calls `refreshHash` inside its transaction, because only there is the account's identifier known. The
    /// closure holds the key, so the store needs none.
    /// - Parameter request: the `requestId` of the call, or a random one if it has none. The first refresh token is
    ///   derived from it, and the database holds only its hash (``signInKey(_:_:_:thumbprint:)``).
    func signIn(
        _ proof: SignIn.Proof, registration: RegistrationRecord?, phoneIndex: PhoneIndex, device: ProvenDevice,
        deviceName: String?, request: RequestID, enrolment: [[UInt8]]? = nil,
        recovery: RecoveryAttempt? = nil
    ) -> SignIn {
        let keys = keys.hash, tokens = RefreshTokens(key: keys.activeKey)
        return SignIn(
            proof: proof, registration: registration, phoneIndex: phoneIndex,
            device: SignIn.Device(thumbprint: device.thumbprint, publicKey: device.publicKey, name: deviceName),
            identifiers: SignIn.Identifiers(
                account: random.id(), device: random.id(), session: random.id(), family: random.id()),
            digits: random.digits(2), expires: now + settings.sessionLifetime,
            admissionLapse: settings.admissionLapse, enrolment: enrolment, recovery: recovery,
            hashKey: keys.active,
            refreshHash: { account, session, family, level in
                let subject = subject(of: session, account: account, at: level, tokens.key)
                return tokens.hash(
                    tokens.first(subject: subject, session: session, family: family, request: request))
            })
    }

    /// Makes the answer of a sign-in, and wakes the tasks that number revocation events and send the outbox.
    func signedIn(_ account: AccountRecord, _ session: SessionRecord, request: RequestID) throws -> SignedIn {
        wakeFeedNumbering()
        outboxWakeSignal.signal()
        return SignedIn(
            session: try SessionGrantIssuer(auth: self).firstGrant(account, session, request: request),
            state: account.state,
            next: session.level == .unproven ? "admit" : nil)
    }

    /// Answers a repeated sign-in request from the rows of the session it opened.
    ///
    /// Credentials are not stored, so the answer is derived again: for ten minutes, and only while the session is live
    /// and its first refresh token is unused. After that the answer is `codeExpired`.
    func replaySignIn(_ stored: StoredResponse, request: RequestID, at now: Instant) async throws -> SignedIn {
        guard case .response(let bytes, let at) = stored else { throw Fault(.requestIdReused) }
        switch StoredSignIn(bytes) {
        case .notRegistered: throw Fault(.notRegistered)
        case .blocked: throw Fault(.blocked)
        case nil: throw Fault(.codeExpired)
        case .signedIn(let account, let session):
            let snapshot = try await store.snapshot(of: session, account: account, tag: tag(of: account))
            guard now < at + .minutes(10), case .live = snapshot.verdict(idle: settings.sessionIdleTimeout, at: now),
                let person = snapshot.account, let opened = snapshot.session, opened.generation == 0
            else { throw Fault(.codeExpired) }
            return try signedIn(person, opened, request: request)
        }
    }
}
