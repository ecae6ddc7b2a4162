import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Begins a registration, with the same answer and work whether or not the number has an account.
    ///
    /// Only a device key that is already let in on the number's account is shown that the account exists.
    func registrationStart(_ call: Call<RegistrationStart, ProvenDevice>) async throws -> RegistrationStart.Answer {
        let once = try once(RegistrationStart.self, call.params.requestId, call.params, by: call.caller.thumbprint)
        return try await answered(once, before: { try recalled($0) }) { try await start(call, once) }
    }

    private func start(
        _ call: Call<RegistrationStart, ProvenDevice>, _ once: Once?
    ) async throws -> RegistrationStart.Answer {
        let sender = CodeSender(auth: self), now = now, key = call.caller.thumbprint
        let phone = try sender.read(call.params.phone)
        let group = try await joinable(call.params.group)
        let view = try await view(of: phone, by: key)
        let move = try view.move(on: group.verification == .otp ? .start : .startUnverified)

        let code =
            move.effects.contains(.sendCode)
            ? try await sender.prepare(.registration, to: phone, for: key, call.context, at: now) : nil
        let registration = RegistrationRecord(
            phoneIndex: phones.index(phone), thumbprint: key, group: group.name, state: move.state,
            challenge: code?.id ?? random.id(), phoneSealed: phones.seal(phone),
            deviceName: call.params.deviceName ?? "", expires: now + settings.registrationLifetime)
        let answer = RegistrationStart.Answer(
            challengeId: registration.challenge, state: move.state, expiresAtMs: code?.expires ?? registration.expires,
            resendAfterMs: code == nil ? 0 : sender.resendAfterMs)

        let outcome = try await store.startRegistration(
            registration, code: code, keys: code?.keys ?? sender.keys(for: phone, call.context),
            within: settings.sendLimits, once: once, answer: kept(answer), at: now)
        do {
            return try sender.settle(outcome, at: now).map { try recalled(RegistrationStart.Answer.self, from: $0) }
                ?? answer
        } catch is CodeSender.OutOfStep {
            _ = try await self.view(of: phone, by: key).move(on: .start)
            throw Fault(.unavailable, retryAfterMs: 100)
        }
    }

    /// The group a client may choose by that name.
    private func joinable(_ name: GroupID) async throws -> FacilityGroup {
        guard let group = try await store.group(name), group.isJoinable, group.verification == .otp || settings.isDemo
        else { throw Fault(.groupUnknown) }
        return group
    }

    /// What a device key may know of a number.
    func view(of phone: E164, by thumbprint: String) async throws -> RegistrationView {
        let (registration, account) = try await store.registration(of: phones.index(phone), by: thumbprint, at: now)
        return RegistrationView(registration: registration, account: account)
    }

    /// The answer a request was given before.
    func recalled<A: Decodable>(_ memory: Once.Memory) throws -> A {
        switch memory {
        case .done(let bytes, _): try recalled(A.self, from: bytes)
        case .reused: throw Fault(.requestIdReused)
        }
    }
}
