import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// The part of an answer that sign-ins by `otp.verify`, `registration.confirm` and `pin.prove` have in common.
    struct SignedIn: Sendable {
        let session: SessionGrant
        /// The state of the account in the registration table.
        let state: Registration.State
        /// The step that the session needs before it is full, in the words of the wire; nil if it is full.
        let next: String?
    }

    /// Makes a sign-in by a one-time code, or by a registration that needs none, with fresh identifiers.
    /// - Parameter request: the `requestId` of the call, or a random one if it has none.
    func signIn(
        _ proof: SignIn.Proof, registration: RegistrationRecord?, phoneIndex: PhoneIndex, device: ProvenDevice,
        deviceName: String?, request: RequestID, enrolment: [[UInt8]]? = nil,
        recovery: RecoveryAttempt? = nil
    ) -> SignIn {
        SignIn(
            proof: proof, registration: registration, phoneIndex: phoneIndex, newAccount: random.id(),
            session: newSession(
                .oneTimeCode, on: device, named: deviceName ?? registration?.deviceName, request: request),
            enrolment: enrolment, recovery: recovery)
    }

    /// Makes the values of a session with fresh identifiers.
    ///
    /// The store calls `refreshHash` inside its transaction, because only there is the account's identifier known. The
    /// closure holds the key, so the store needs none.
    /// - Parameter request: the `requestId` of the call, or a random one if it has none. The first refresh token is
    ///   derived from it, and the database holds only its hash (``signInKey(_:_:_:owner:thumbprint:)``).
    func newSession(
        _ means: NewSession.Means, on device: ProvenDevice, named name: String?, request: RequestID
    ) -> NewSession {
        let keys = keys.hash, tokens = RefreshTokens(key: keys.activeKey)
        return NewSession(
            means: means,
            device: NewSession.Device(thumbprint: device.thumbprint, publicKey: device.publicKey, name: name),
            identifiers: NewSession.Identifiers(device: random.id(), session: random.id(), family: random.id()),
            digits: random.digits(2), lifetime: settings.sessionLifetime,
            admissionLapse: settings.admissionLapse, hashKey: keys.active,
            refreshHash: { account, session, family, level in
                let subject = subject(of: session, account: account, at: level, tokens.key)
                return tokens.hash(
                    tokens.first(subject: subject, session: session, family: family, request: request))
            })
    }

    /// Makes the answer of a sign-in, and wakes the tasks that number revocation events and send the outbox.
    func signedIn(_ account: AccountRecord, _ session: SessionRecord, request: RequestID) async throws -> SignedIn {
        wakeFeedNumbering()
        outboxWakeSignal.signal()
        return SignedIn(
            session: try SessionGrantIssuer(auth: self).firstGrant(account, session, request: request),
            state: account.state,
            next: try await nextStep(of: session))
    }

    /// The step that a session needs before it is full; nil if it is full.
    private func nextStep(of session: SessionRecord) async throws -> String? {
        switch session.level {
        case .unproven: try await store.hasPIN(session.account) ? "provePIN" : "admit"
        case .pinRequired: try await store.hasPIN(session.account) ? "provePIN" : "createPIN"
        case .preTFA: "secondFactor"
        case .full: nil
        }
    }

    /// Answers a repeated sign-in request from the rows of the session it opened.
    ///
    /// Credentials are not stored, so the answer is derived again: for ten minutes, and only while the session is live
    /// and its first refresh token is unused.
    /// - Parameter expired: the fault of a repetition after that.
    func replaySignIn(
        _ stored: StoredResponse, request: RequestID, at now: Instant, expired: FaultKind = .codeExpired
    ) async throws -> SignedIn {
        guard case .response(let bytes, let at) = stored else { throw Fault(.requestIdReused) }
        switch StoredSignIn(bytes) {
        case .notRegistered: throw Fault(.notRegistered)
        case .blocked: throw Fault(.blocked)
        case nil: throw Fault(expired)
        case .signedIn(let account, let session):
            let snapshot = try await store.snapshot(of: session, account: account, tag: tag(of: account))
            guard now < at + .minutes(10), case .live = snapshot.verdict(idle: settings.sessionIdleTimeout, at: now),
                let person = snapshot.account, let opened = snapshot.session, opened.generation == 0
            else { throw Fault(expired) }
            return try await signedIn(person, opened, request: request)
        }
    }
}
