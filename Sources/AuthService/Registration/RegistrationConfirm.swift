import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Completes a registration and opens its session.
    ///
    /// Where the number already has an account this is a login on a new device, and a blocked account registers again.
    /// Which of them it is shows only after a right code.
    func registrationConfirm(
        _ call: Call<RegistrationConfirm, ProvenDevice>
    ) async throws -> RegistrationConfirm.Answer {
        let key = try idempotencyKey(
            RegistrationConfirm.self, call.params.requestId, call.params, thumbprint: call.caller.thumbprint)
        let signedIn = try await replayOrPerform(key, replay: { try await replaySignIn($0, at: now) }) {
            try await confirm(call, key)
        }
        return RegistrationConfirm.Answer(session: signedIn.session, state: signedIn.state, next: signedIn.next)
    }

    private func confirm(_ call: Call<RegistrationConfirm, ProvenDevice>, _ key: Once?) async throws -> SignedIn {
        let challenge = call.params.challengeId, thumbprint = call.caller.thumbprint
        guard let found = try await store.registration(confirming: challenge, by: thumbprint, at: now) else {
            throw try await confirmationFault(challenge, thumbprint: thumbprint)
        }
        let registration = found.registration
        let proof = try await proof(for: registration, code: call.params.code)

        switch try await commitConfirmation(of: registration, found.account, proof, call.caller, key) {
        case .entered(let account, let session): return try signedIn(account, session)
        case .repeated(let stored): return try await replaySignIn(stored, at: now)
        case .over, .notRegistered, .blocked: throw Fault(.codeExpired)
        case .codeNeeded: throw Fault(Refusal(state: registration.state, event: .confirm))
        case .changed: throw try await confirmationFault(challenge, thumbprint: thumbprint)
        }
    }

    /// Decides by the registration table and commits the sign-in.
    ///
    /// The account is read before the transaction. Where it was blocked or made in the meantime the store writes nothing
    /// and answers `changed`; the decision is then made a second time from the account as it is now.
    private func commitConfirmation(
        of registration: RegistrationRecord, _ account: AccountRecord?, _ proof: Arrival.Proof,
        _ device: ProvenDevice, _ key: Once?
    ) async throws -> Arrival.Outcome {
        func decideAndCommit(_ account: AccountRecord?) async throws -> Arrival.Outcome {
            let event: Registration.Event = account?.state == .blocked ? .confirmAgain : .confirm
            let move = try RegistrationView(registration: registration, account: account).move(on: event)
            let signIn = signIn(
                proof, registration: registration, phoneIndex: registration.phoneIndex, device: device,
                deviceName: nil, isAgain: move.effects.contains(.openUnproven), at: now)
            return try await store.enter(signIn, sends: settings.sendLimits, once: key, at: now)
        }
        let outcome = try await decideAndCommit(account)
        guard case .changed = outcome else { return outcome }
        return try await decideAndCommit(store.account(phone: registration.phoneIndex))
    }

    /// Checks the code; a registration in a group that verifies no phone number (state ACTIVATED) needs none.
    private func proof(for registration: RegistrationRecord, code: OneTimeCode?) async throws -> Arrival.Proof {
        if registration.state == .activated { return .none }
        guard let code else { throw Fault(.invalidParams, field: "code") }
        do {
            return .code(
                try await checkCode(
                    code, of: registration.challenge, for: .registration, thumbprint: registration.thumbprint))
        } catch let fault as Fault where fault.kind == .codeWrong {
            // A wrong code is a transition of the table too: it leaves the registration where it is.
            _ = try RegistrationView(registration: registration, account: nil).move(on: .wrongCode)
            throw fault
        }
    }

    /// The reason why a challenge confirms no registration: its code is used up or expired, or the registration table
    /// has no `confirm` in the present state.
    private func confirmationFault(_ challenge: ChallengeID, thumbprint: String) async throws -> Fault {
        guard let known = try await store.challenge(challenge, by: thumbprint) else {
            return Fault(Refusal(state: .invalid, event: .confirm))
        }
        let view = try await registrationView(phoneIndex: known.phoneIndex, thumbprint: thumbprint)
        guard view.registration == nil, let account = view.account else { return Fault(.codeExpired) }
        return Fault(Refusal(state: account.state, event: .confirm))
    }
}
