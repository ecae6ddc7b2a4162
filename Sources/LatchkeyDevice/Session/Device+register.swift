public import Contracts
import Domain
import JSONRPC
public import Primitives
import StrictJSON

extension Device {
    /// Starts a registration: auth sends a code, or says that the group needs none. As by a login, the tokens of a session
    /// on this device are dropped.
    ///
    /// A registration that was already started continues with a new code, since the first may be lost or expired. If
    /// this device started it in another group, it does not continue and auth's `flowError` is thrown.
    public func register(phone: String, group: GroupID) async throws(DeviceFault) -> RegistrationStart.Answer {
        try await requireNoChild()
        do {
            return try await start(phone, group)
        } catch {
            guard case .call(.refused(let fault)) = error, fault.isKind(.flowError),
                fault.data["state"]?.string == Registration.State.startedRegistration.rawValue,
                try await mayContinue(phone, group)
            else { throw error }
            return try await restart(phone)
        }
    }

    /// Gives up the registration that this device has started and not confirmed; its code is refused from then on. Auth has
    /// no such registration if the answer of an earlier call was lost, or if the registration has expired.
    public func cancelRegistration() async throws(DeviceFault) {
        let profile = try await store.profile()
        guard let phone = profile.phone, profile.purpose == .registration else { throw .noChallenge }
        do {
            _ = try await auth.call(RegistrationCancel.self, .init(phone: phone))
        } catch {
            guard let fault = error.fault, fault.isKind(.flowError),
                fault.data["state"]?.string == Registration.State.invalid.rawValue
            else { throw .call(error) }
        }
        try await store.changeProfile { profile in
            guard profile.purpose == .registration else { return }
            (profile.challenge, profile.purpose, profile.group) = (nil, nil, nil)
            if profile.login == .otpRequested { profile.login = profile.accountId == nil ? nil : .unauthorized }
        }
    }

    private func mayContinue(_ phone: String, _ group: GroupID) async throws(DeviceFault) -> Bool {
        let profile = try await store.profile()
        return profile.phone != phone || profile.group == nil || profile.group == group
    }

    private func start(_ phone: String, _ group: GroupID) async throws(DeviceFault) -> RegistrationStart.Answer {
        try await callOnce(RegistrationStart.self, lifetime: .minutes(5)) { [name, language] request in
            .init(
                phone: phone, group: group, deviceName: DeviceName(reducing: name), language: language,
                requestId: request)
        } store: { answer, transaction in
            transaction.profile.awaitRegistrationCode(of: answer.challengeId, phone)
            transaction.profile.group = group
        }.answer
    }

    private func restart(_ phone: String) async throws(DeviceFault) -> RegistrationStart.Answer {
        let answer = try await callOnce(RegistrationRestart.self, lifetime: .minutes(5)) { [language] request in
            .init(phone: phone, language: language, requestId: request)
        } store: { answer, transaction in
            transaction.profile.awaitRegistrationCode(of: answer.challengeId, phone)
        }.answer
        return RegistrationStart.Answer(
            challengeId: answer.challengeId, state: answer.state, expiresAtMs: answer.expiresAtMs,
            resendAfterMs: answer.resendAfterMs)
    }
}

extension Profile {
    fileprivate mutating func awaitRegistrationCode(of challenge: ChallengeID, _ phone: String) {
        self.phone = phone
        self.challenge = challenge
        purpose = .registration
        login = .otpRequested
        accessToken = nil
        refreshToken = nil
        refreshRequestID = nil
        move(.sessionExpired)
    }
}
