import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Completes a registration and opens its session.
    ///
    /// If the number already has an account, the call is a login. If that account is blocked, the call registers the
    /// person again. Where a code is needed, the answer shows which case applies only after the code was right.
    func registrationConfirm(
        _ call: Call<RegistrationConfirm, ProvenDevice>
    ) async throws -> RegistrationConfirm.Answer {
        let request = call.params.requestId ?? random.id()
        let key = try signInKey(
            RegistrationConfirm.self, call.params.requestId, call.params, thumbprint: call.caller.thumbprint)
        let signedIn = try await replayOrPerform(
            key, replay: { try await replaySignIn($0, request: request, at: now) }
        ) {
            try await confirm(call, key, request)
        }
        return RegistrationConfirm.Answer(session: signedIn.session, state: signedIn.state, next: signedIn.next)
    }

    private func confirm(
        _ call: Call<RegistrationConfirm, ProvenDevice>, _ key: IdempotencyKey?, _ request: RequestID
    ) async throws -> SignedIn {
        let challenge = call.params.challengeId, thumbprint = call.caller.thumbprint
        guard let found = try await store.registration(challenge: challenge, thumbprint: thumbprint, at: now) else {
            throw try await confirmationFault(challenge, thumbprint: thumbprint)
        }
        let registration = found.registration
        let proof = try await proof(for: registration, code: call.params.code)

        switch try await commitConfirmation(of: registration, found.account, proof, call.caller, key, request) {
        case .signedIn(let account, let session): return try await signedIn(account, session, request: request)
        case .replayed(let stored): return try await replaySignIn(stored, request: request, at: now)
        case .codeUnusable, .notRegistered, .blocked: throw Fault(.codeExpired)
        case .groupNotServed: throw Fault(.groupNotServed)
        case .codeRequired: throw Fault(Refusal(state: registration.state, event: .confirm))
        case .stateChanged: throw try await confirmationFault(challenge, thumbprint: thumbprint)
        }
    }

    /// Decides by the registration table and commits the sign-in.
    ///
    /// The account and the registration are read before the transaction. If the account was blocked or ceased to be
    /// blocked in the meantime, or the registration changed, the store writes nothing and returns `stateChanged`. The
    /// decision is then made a second time, from the account as it is now.
    private func commitConfirmation(
        of registration: RegistrationRecord, _ account: AccountRecord?, _ proof: SignIn.Proof,
        _ device: ProvenDevice, _ key: IdempotencyKey?, _ request: RequestID
    ) async throws -> SignIn.Outcome {
        func decideAndCommit(_ account: AccountRecord?) async throws -> SignIn.Outcome {
            let isBlocked = account?.state == .blocked
            let transition = try RegistrationView(registration: registration, account: account)
                .transition(on: isBlocked ? .confirmAgain : .confirm)
            let signIn = signIn(
                proof, registration: registration, phoneIndex: registration.phoneIndex, device: device,
                deviceName: nil, request: request)
            return try await store.commitConfirmation(
                transition, signingIn: signIn, confirming: registration, isBlocked: isBlocked,
                idempotencyKey: key, at: now)
        }
        let outcome = try await decideAndCommit(account)
        guard case .stateChanged = outcome else { return outcome }
        return try await decideAndCommit(store.account(phone: registration.phoneIndex))
    }

    /// Checks the code. A registration in a group that verifies no phone number (state ACTIVATED) needs none, and is
    /// refused outside a demonstration.
    private func proof(for registration: RegistrationRecord, code: OneTimeCode?) async throws -> SignIn.Proof {
        if registration.state == .activated {
            guard settings.isDemo else { throw Fault(.groupNotServed) }
            return .none
        }
        guard let code else { throw Fault(.invalidParams, field: "code") }
        do {
            return .code(
                try await checkCode(
                    code, of: registration.challenge, for: .registration, thumbprint: registration.thumbprint))
        } catch let fault as Fault where fault.kind == .codeWrong {
            // The table's row for a wrong code has no effects: `checkCode` has committed the attempt before it
            // compared.
            _ = try RegistrationView(registration: registration, account: nil).transition(on: .wrongCode)
            throw fault
        }
    }

    /// The reason why a challenge confirms no registration: its code was used, ended or has expired, or the
    /// registration table has no `confirm` in the present state.
    private func confirmationFault(_ challenge: ChallengeID, thumbprint: String) async throws -> Fault {
        guard let known = try await store.challenge(challenge, thumbprint: thumbprint) else {
            return Fault(Refusal(state: .invalid, event: .confirm))
        }
        let view = try await registrationView(phoneIndex: known.phoneIndex, thumbprint: thumbprint)
        guard view.registration == nil, let account = view.account else { return Fault(.codeExpired) }
        return Fault(Refusal(state: account.state, event: .confirm))
    }
}
