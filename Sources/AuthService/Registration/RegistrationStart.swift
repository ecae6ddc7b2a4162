import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Starts a registration. Answer and work are the same whether or not the number has an account; only a device key
    /// that is admitted on the account learns that it exists.
    func registrationStart(_ call: Call<RegistrationStart, ProvenDevice>) async throws -> RegistrationStart.Answer {
        let key = try idempotencyKey(
            RegistrationStart.self, call.params.requestId, call.params, thumbprint: call.caller.thumbprint)
        return try await replayOrPerform(key, replay: { try storedAnswer($0) }) {
            try await start(call, key)
        }
    }

    private func start(
        _ call: Call<RegistrationStart, ProvenDevice>, _ key: IdempotencyKey?
    ) async throws -> RegistrationStart.Answer {
        let sender = CodeSender(auth: self), now = now, thumbprint = call.caller.thumbprint
        let phone = try sender.parse(call.params.phone)
        let group = try await joinableGroup(call.params.group)
        let event: Registration.Event = group.verification == .otp ? .start : .startUnverified
        let transition = try await registrationView(of: phone, thumbprint: thumbprint).transition(on: event)

        let challenge =
            transition.effects.contains(.sendCode)
            ? try await sender.prepare(
                .registration, to: phone, in: call.params.language, thumbprint: thumbprint, call.context, at: now) : nil
        let index = phones.index(phone)
        let registration = RegistrationRecord(
            phoneIndex: index, thumbprint: thumbprint, group: group.name, state: transition.state,
            challenge: challenge?.id ?? random.id(), phoneSealed: phones.seal(phone, index),
            deviceName: call.params.deviceName?.rawValue ?? "", expires: now + settings.registrationLifetime)
        let answer = RegistrationStart.Answer(
            challengeId: registration.challenge, state: transition.state,
            expiresAtMs: challenge?.expires ?? registration.expires,
            resendAfterMs: challenge == nil ? 0 : sender.resendAfterMs)

        let outcome = try await store.commitStart(
            transition, starting: registration, code: challenge,
            keys: challenge?.keys ?? sender.sendKeys(for: phone, call.context),
            within: settings.sendLimits, idempotencyKey: key, response: storable(answer), at: now)
        return try await sender.answer(answer, after: outcome, at: now) {
            _ = try await registrationView(of: phone, thumbprint: thumbprint).transition(on: event)
        }
    }

    private func joinableGroup(_ name: GroupID) async throws -> FacilityGroup {
        guard let group = try await store.group(name), group.isJoinable else { throw Fault(.groupUnknown) }
        guard group.verification == .otp || settings.isDemo else { throw Fault(.groupNotServed) }
        return group
    }
}
