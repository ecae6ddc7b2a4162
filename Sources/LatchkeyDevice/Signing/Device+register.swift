public import Contracts
import Domain
import JSONRPC
public import Primitives
import StrictJSON

extension Device {
    /// Begins a registration; a code is on its way, or none is needed. Begun before, it goes on with a new code, since the
    /// first one may be lost or too old.
    public func register(phone: String, group: GroupID) async throws(DeviceFault) -> RegistrationStart.Answer {
        do {
            return try await start(phone, group)
        } catch {
            guard case .call(.refused(let fault)) = error, fault.isKind(.flowError),
                fault.data["state"]?.string == Registration.State.startedRegistration.rawValue,
                try await mayGoOn(phone, group)
            else { throw error }
            return try await restart(phone)
        }
    }

    /// A registration goes on in the group it was begun in; another group is refused rather than forgotten.
    private func mayGoOn(_ phone: String, _ group: GroupID) async throws(DeviceFault) -> Bool {
        let profile = try await current()
        return profile.phone != phone || profile.group == nil || profile.group == group
    }

    private func start(_ phone: String, _ group: GroupID) async throws(DeviceFault) -> RegistrationStart.Answer {
        try await askOnce(RegistrationStart.self, lasting: .minutes(5)) { [name] request in
            .init(phone: phone, group: group, deviceName: name, requestId: request)
        } take: { answer, profile in
            profile.awaitRegistration(answer.challengeId, by: phone)
            profile.group = group
        }.answer
    }

    private func restart(_ phone: String) async throws(DeviceFault) -> RegistrationStart.Answer {
        let answer = try await askOnce(RegistrationRestart.self, lasting: .minutes(5)) { request in
            .init(phone: phone, requestId: request)
        } take: { answer, profile in
            profile.awaitRegistration(answer.challengeId, by: phone)
        }.answer
        return RegistrationStart.Answer(
            challengeId: answer.challengeId, state: answer.state, expiresAtMs: answer.expiresAtMs,
            resendAfterMs: answer.resendAfterMs)
    }
}

extension Profile {
    /// A code is awaited that completes a registration.
    fileprivate mutating func awaitRegistration(_ challenge: ChallengeID, by phone: String) {
        self.phone = phone
        self.challenge = challenge
        purpose = "registration"
        login = .otpRequested
    }
}
