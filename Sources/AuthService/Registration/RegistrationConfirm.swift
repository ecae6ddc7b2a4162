import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Completes a registration and opens its session; where the number already has an account this is a login on a
    /// new device, and a blocked account begins anew.
    ///
    /// Which of them it is shows only after a right code.
    func registrationConfirm(
        _ call: Call<RegistrationConfirm, ProvenDevice>
    ) async throws -> RegistrationConfirm.Answer {
        let once = try once(RegistrationConfirm.self, call.params.requestId, call.params, by: call.caller.thumbprint)
        let entered = try await answered(once, before: { try await enteredBefore($0, at: now) }) {
            try await confirm(call, once)
        }
        return RegistrationConfirm.Answer(session: entered.session, state: .registered, next: entered.next)
    }

    private func confirm(_ call: Call<RegistrationConfirm, ProvenDevice>, _ once: Once?) async throws -> Entered {
        let key = call.caller.thumbprint, params = call.params
        guard let found = try await store.registration(confirming: params.challengeId, by: key, at: now) else {
            throw try await whyNothingToConfirm(params.challengeId, by: key)
        }
        let proof = try await proof(of: found.registration, code: params.code, by: key)

        var account = found.account
        for _ in 0..<2 {
            let view = RegistrationView(registration: found.registration, account: nil)
            let move = try view.move(on: account?.state == .blocked ? .confirmAgain : .confirm)
            let arrival = arrival(
                proof, registration: found.registration, phoneIndex: found.registration.phoneIndex,
                device: call.caller, deviceName: nil, isAgain: move.effects.contains(.openUnproven), at: now)
            switch try await store.enter(arrival, sends: settings.sendLimits, once: once, at: now) {
            case .entered(let account, let session): return try entered(account, session, at: now)
            case .repeated(let memory): return try await enteredBefore(memory, at: now)
            case .over, .notRegistered, .blocked: throw Fault(.codeExpired)
            case .codeNeeded: throw Fault(Refusal(state: found.registration.state, event: .confirm))
            case .changed: account = try await store.account(phone: found.registration.phoneIndex)
            }
        }
        throw try await whyNothingToConfirm(params.challengeId, by: key)
    }

    /// A right code where one was sent; nothing where the group asks for none.
    private func proof(
        of registration: RegistrationRecord, code: OneTimeCode?, by key: String
    ) async throws -> Arrival.Proof {
        if registration.state == .activated { return .none }
        guard let code else { throw Fault(.invalidParams, field: "code") }
        do {
            return .code(try await guess(code, at: registration.challenge, for: .registration, by: key))
        } catch let fault as Fault where fault.kind == .codeWrong {
            _ = try RegistrationView(registration: registration, account: nil).move(on: .wrongCode)
            throw fault
        }
    }

    /// Why a challenge confirms nothing: its code is over, or the registration is elsewhere in seed 2's table.
    private func whyNothingToConfirm(_ challenge: ChallengeID, by key: String) async throws -> Fault {
        var state = Registration.State.invalid
        if let known = try await store.challenge(challenge, by: key) {
            let (registration, account) = try await store.registration(of: known.phoneIndex, by: key, at: now)
            guard registration == nil, let account else { return Fault(.codeExpired) }
            state = account.state
        }
        return Fault(Refusal(state: state, event: .confirm))
    }
}
