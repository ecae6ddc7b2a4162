public import Contracts
public import Domain
import JSONRPC
public import PIN
public import Primitives

extension Device {
    /// What a person gives to confirm an act on their account.
    public enum Confirming: Sendable, Equatable {
        case recoveryCode(RecoveryCode)
        /// The account's PIN, or the passphrase in its place.
        case pin(PINSecret)
        /// The present code of the account's second factor.
        case secondFactor(AuthenticatorCode)
        /// The code from the message that ``requestConfirmation(_:)`` has asked for.
        case code(OneTimeCode)
    }

    /// Requests a one-time code for an act on the account, such as the removal of another device.
    public func requestConfirmation(_ purpose: CodePurpose) async throws(DeviceFault) -> OTPRequest.Answer {
        guard let phone = try await presentPhone() else { throw .signedOut }
        return try await callOnce(OTPRequest.self, lifetime: .minutes(5)) { [language] request in
            .init(phone: phone, purpose: purpose, language: language, requestId: request)
        } store: { answer, transaction in
            transaction.profile.challenge = answer.challengeId
            transaction.profile.purpose = purpose
        }.answer
    }

    /// The account's number, which another device may have changed; the stored one if auth does not say.
    private func presentPhone() async throws(DeviceFault) -> String? {
        let profile = try await store.profile()
        guard profile.accessToken != nil, !profile.isUnproven, profile.nextStep == nil,
            let me = try? await withSession(
                profile.session,
                { token throws(CallFailure) in
                    try await auth.call(AccountMe.self, Nothing(), token: token)
                }), let phone = me.phone
        else { return profile.phone }
        if phone != profile.phone { try await store.changeProfile(of: profile.session) { $0.phone = phone } }
        return phone
    }

    /// Performs an act with its confirmation, as auth takes it; nil without one.
    ///
    /// - Parameters:
    ///   - purpose: the purpose of the code by message that confirms the act; nil if none does.
    ///   - lifetime: the time for which the act, repeated after a lost answer, has the same confirmation by PIN.
    ///   - isRepeatable: true if it has the same one also after an answer.
    func confirmed<T: Sendable>(
        by confirming: Confirming?, for purpose: CodePurpose?, lifetime: Duration, isRepeatable: Bool = false,
        _ act: (GivenConfirmation?) async throws(DeviceFault) -> T
    ) async throws(DeviceFault) -> T {
        guard case .pin(let secret) = confirming else { return try await act(given(confirming, for: purpose)) }
        return try await withPINChallenge(
            .reauth, by: ownSession(), lifetime: lifetime, isRepeatable: isRepeatable
        ) { challenge throws(DeviceFault) in
            let proof = try await challenge.present(secret, thumbprint: auth.thumbprint).proof
            return try await act(GivenConfirmation(pinChallengeId: challenge.id, pinProof: proof))
        }
    }

    /// The confirmation by a code; nil without one.
    ///
    /// - Throws: `DeviceFault.noPIN` for one by a PIN: the act has none.
    func given(
        _ confirming: Confirming?, for purpose: CodePurpose?
    ) async throws(DeviceFault) -> GivenConfirmation? {
        switch confirming {
        case nil: return nil
        case .pin: throw .noPIN
        case .recoveryCode(let code): return GivenConfirmation(recoveryCode: code)
        case .secondFactor(let code): return GivenConfirmation(factorCode: code)
        case .code(let code):
            let profile = try await store.profile()
            guard let challenge = profile.challenge, let purpose, profile.purpose == purpose else { throw .noChallenge }
            return GivenConfirmation(challengeId: challenge, code: code)
        }
    }

    /// Makes new recovery codes, which are stored nowhere on this device. The same call within ten minutes gets the same
    /// codes, so that they are not lost with an answer, or with a screen that nobody has seen.
    public func makeRecoveryCodes(
        _ confirming: Confirming? = nil
    ) async throws(DeviceFault) -> AccountRecoveryCodes.Answer {
        try await confirmed(by: confirming, for: .recoveryCodes, lifetime: .minutes(10), isRepeatable: true) {
            confirmation throws(DeviceFault) in
            try await callOnce(
                AccountRecoveryCodes.self, lifetime: .minutes(10), needsSession: true, isRepeatable: true
            ) { request in
                .init(confirmation: confirmation, requestId: request)
            } store: { _, _ in
            }.answer
        }
    }

    /// Admits this device, whose session is unproven, by a recovery code, and gets full tokens.
    public func admitByRecoveryCode(_ code: RecoveryCode) async throws(DeviceFault) -> Profile {
        _ = try await callOnce(SessionAdmitByRecoveryCode.self, lifetime: .hours(20), needsSession: true) { request in
            .init(code: code, requestId: request)
        } store: { _, _ in
        }
        return try await status()
    }

    /// Returns what was done to the account, the newest first, and the number of notices that this device has not
    /// returned before.
    public func notices() async throws(DeviceFault) -> (all: [NoticeView], new: Int) {
        let session = try await store.profile().session
        let notices = try await withSession(session) { token throws(CallFailure) in
            try await auth.call(AccountNotices.self, Nothing(), token: token)
        }.notices
        let seen = try await store.profile().lastNotice
        if let newest = notices.first?.number, newest != seen {
            try await store.changeProfile(of: session) { $0.lastNotice = newest }
        }
        return (notices, Self.newNotices(among: notices, after: seen))
    }

    /// The number of notices that ``notices()`` has not returned on this device; nil if they cannot be read now.
    public func newNoticeCount() async -> Int? {
        guard let profile = try? await store.profile(), profile.accessToken != nil, !profile.isUnproven else {
            return nil
        }
        let answer = try? await withSession(profile.session) { token throws(CallFailure) in
            try await auth.call(AccountNotices.self, Nothing(), token: token)
        }
        return answer.map { Self.newNotices(among: $0.notices, after: profile.lastNotice) }
    }

    /// The number of notices above the last one seen.
    ///
    /// Numbers only rise. If the newest is below the last one seen, auth has lost some, and all that it has may be new.
    static func newNotices(among notices: [NoticeView], after seen: Int?) -> Int {
        guard let seen, let newest = notices.first?.number, newest >= seen else { return notices.count }
        return notices.count { $0.number > seen }
    }
}
