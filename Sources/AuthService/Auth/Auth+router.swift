import Contracts
public import JSONRPC
import Proofs
import SQL

extension Auth {
    /// A router that serves every method of auth, each at the doors its contract names.
    public func router(observer: CallObserver = .none) throws -> Router {
        var router = Router(
            document: DiscoveryDocument(
                title: "latchkey-auth", version: settings.version, implied: { FaultTable.implied(by: $0) }),
            observer: observer)
        let gate = Gate(auth: self)
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

    /// Adds a method, with what the database says turned into what the wire says.
    private func serve<M: Method, Identity: Sendable>(
        _ method: M.Type, on router: inout Router,
        as identify: @escaping @Sendable (MethodFacts, RequestContext) async throws -> Identity,
        _ handler: @escaping @Sendable (Call<M, Identity>) async throws -> M.Answer
    ) {
        router.on(
            method,
            as: { facts, context in
                do {
                    return try await identify(facts, context)
                } catch let fault as SQLFault {
                    throw Fault(fault) ?? fault as any Error
                }
            },
            { call in
                do {
                    return try await handler(call)
                } catch let fault as SQLFault {
                    throw Fault(fault) ?? fault as any Error
                }
            })
    }
}
