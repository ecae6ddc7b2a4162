import AuthStore
import Contracts
import DPoP
public import JSONRPC

extension Auth {
    /// A router that serves every method of auth, each at the doors its contract names.
    public func router(observer: CallObserver = .none) throws -> Router {
        var router = Router(
            document: DiscoveryDocument(
                title: "latchkey-auth", version: settings.version, implied: { FaultTable.implied(by: $0) }),
            observer: observer)
        let gate = Authenticator(auth: self)
        serve(RegistrationStart.self, on: &router, as: gate.device, registrationStart)
        serve(RegistrationRestart.self, on: &router, as: gate.device, registrationRestart)
        serve(RegistrationConfirm.self, on: &router, as: gate.device, registrationConfirm)
        serve(RegistrationState.self, on: &router, as: gate.device, registrationState)
        serve(OTPRequest.self, on: &router, as: gate.device, otpRequest)
        serve(OTPVerify.self, on: &router, as: gate.device, otpVerify)
        serve(SessionRefresh.self, on: &router, as: gate.device, sessionRefresh)
        serve(SessionStatus.self, on: &router, as: gate.person, sessionStatus)
        serve(SessionList.self, on: &router, as: gate.person, sessionList)
        serve(SessionRevoke.self, on: &router, as: gate.person, sessionRevoke)
        serve(SessionAdmit.self, on: &router, as: gate.person, sessionAdmit)
        serve(SessionLogout.self, on: &router, as: gate.person, sessionLogout)
        serve(SessionLogoutEverywhere.self, on: &router, as: gate.person, sessionLogoutEverywhere)
        serve(AccountMe.self, on: &router, as: gate.person, accountMe)
        serve(AccountDelete.self, on: &router, as: gate.person, accountDelete)
        serve(GroupList.self, on: &router, as: gate.anyone, groupList)
        serve(ApprovalPending.self, on: &router, as: gate.decider, approvalPending)
        serve(ApprovalDecide.self, on: &router, as: gate.decider, approvalDecide)
        serve(ApprovalExplain.self, on: &router, as: gate.decider, approvalExplain)
        serve(ServiceAuthenticate.self, on: &router, as: gate.anyone, serviceAuthenticate)
        serve(TokenIntrospect.self, on: &router, as: gate.peer, tokenIntrospect)
        serve(RevocationPoll.self, on: &router, as: gate.peer, revocationPoll)
        try router.on(ServiceVersion.self, always: serviceVersion())
        router.replyHeaders = { context, _ in
            context.listener == .public ? [Header("DPoP-Nonce", nonces.issue(now: now))] : []
        }
        return router
    }

    /// Adds a method, with what the store says turned into what the wire says.
    private func serve<M: Method, Identity: Sendable>(
        _ method: M.Type, on router: inout Router,
        as identify: @escaping @Sendable (MethodFacts, RequestContext) async throws -> Identity,
        _ handler: @escaping @Sendable (Call<M, Identity>) async throws -> M.Answer
    ) {
        router.on(
            method,
            as: { facts, context in
                try await told { try await identify(facts, context) }
            },
            { call in
                try await told { try await handler(call) }
            })
    }

    /// Runs a step, and says on the wire what the store could not do.
    private func told<T: Sendable>(_ step: () async throws -> T) async throws -> T {
        do {
            return try await step()
        } catch {
            guard let fault = StoreFault(error) else { throw error }
            throw Fault(fault)
        }
    }
}
