import AuthStore
import Contracts
import DPoP
public import JSONRPC
import SQL

extension Auth {
    /// Makes the router of all methods. Each is served on the listeners its contract names, to callers that pass the
    /// authentication given here.
    public func router(observer: CallObserver = .none) throws -> Router {
        var router = Router(
            document: DiscoveryDocument(
                title: "latchkey-auth", version: settings.version, implied: { FaultTable.implied(by: $0) }),
            observer: observer)
        let authenticator = Authenticator(auth: self)
        serve(RegistrationStart.self, on: &router, as: authenticator.device, registrationStart)
        serve(RegistrationRestart.self, on: &router, as: authenticator.device, registrationRestart)
        serve(RegistrationConfirm.self, on: &router, as: authenticator.device, registrationConfirm)
        serve(RegistrationState.self, on: &router, as: authenticator.device, registrationState)
        serve(OTPRequest.self, on: &router, as: authenticator.device, otpRequest)
        serve(OTPVerify.self, on: &router, as: authenticator.device, otpVerify)
        serve(SessionRefresh.self, on: &router, as: authenticator.device, sessionRefresh)
        serve(SessionStatus.self, on: &router, as: authenticator.person, sessionStatus)
        serve(SessionList.self, on: &router, as: authenticator.person, sessionList)
        serve(SessionRevoke.self, on: &router, as: authenticator.person, sessionRevoke)
        serve(SessionAdmit.self, on: &router, as: authenticator.person, sessionAdmit)
        serve(SessionLogout.self, on: &router, as: authenticator.person, sessionLogout)
        serve(SessionLogoutEverywhere.self, on: &router, as: authenticator.person, sessionLogoutEverywhere)
        serve(DeviceList.self, on: &router, as: authenticator.person, deviceList)
        serve(DeviceRemove.self, on: &router, as: authenticator.person, deviceRemove)
        serve(AccountMe.self, on: &router, as: authenticator.person, accountMe)
        serve(AccountDelete.self, on: &router, as: authenticator.person, accountDelete)
        serve(GroupList.self, on: &router, as: authenticator.anyone, groupList)
        serve(ApprovalPending.self, on: &router, as: authenticator.operator, approvalPending)
        serve(ApprovalDecide.self, on: &router, as: authenticator.operator, approvalDecide)
        serve(ApprovalExplain.self, on: &router, as: authenticator.operator, approvalExplain)
        serve(OperatorEnrol.self, on: &router, as: authenticator.anyone, operatorEnrol)
        serve(OperatorList.self, on: &router, as: authenticator.anyone, operatorList)
        serve(OperatorRemove.self, on: &router, as: authenticator.anyone, operatorRemove)
        serve(UserShow.self, on: &router, as: authenticator.anyone, userShow)
        serve(UserAdmit.self, on: &router, as: authenticator.anyone, userAdmit)
        serve(UserEndSessions.self, on: &router, as: authenticator.anyone, userEndSessions)
        serve(UserRemoveDevice.self, on: &router, as: authenticator.anyone, userRemoveDevice)
        serve(UserDelete.self, on: &router, as: authenticator.anyone, userDelete)
        serve(DecisionList.self, on: &router, as: authenticator.anyone, decisionList)
        serve(ServiceAuthenticate.self, on: &router, as: authenticator.anyone, serviceAuthenticate)
        serve(TokenIntrospect.self, on: &router, as: authenticator.service, tokenIntrospect)
        serve(KeysCurrent.self, on: &router, as: authenticator.service, keysCurrent)
        serve(RevocationPoll.self, on: &router, as: authenticator.service, revocationPoll)
        serve(DeletionList.self, on: &router, as: authenticator.service, deletionList)
        serve(AccountUnknown.self, on: &router, as: authenticator.service, accountUnknown)
        serve(BackupCreate.self, on: &router, as: authenticator.anyone, backupCreate)
        serve(KeyList.self, on: &router, as: authenticator.anyone, keyList)
        serve(KeyPublish.self, on: &router, as: authenticator.anyone, keyPublish)
        serve(KeyActivate.self, on: &router, as: authenticator.anyone, keyActivate)
        serve(KeyRetire.self, on: &router, as: authenticator.anyone, keyRetire)
        try router.on(ServiceVersion.self, always: serviceVersion())
        router.verifyServiceCall = authenticator.verifyServiceCall
        router.replyHeaders = { context, _ in
            context.listener == .public ? [Header("DPoP-Nonce", nonces.issue(now: now))] : []
        }
        return router
    }

    private func serve<M: Method, Identity: Sendable>(
        _ method: M.Type, on router: inout Router,
        as authenticate: @escaping @Sendable (MethodFacts, RequestContext) async throws -> Identity,
        _ handler: @escaping @Sendable (Call<M, Identity>) async throws -> M.Answer
    ) {
        router.on(
            method,
            as: { facts, context in
                try await mappingStoreFaults { try await authenticate(facts, context) }
            },
            { call in
                try await mappingStoreFaults { try await handler(call) }
            })
    }

    /// Turns the database errors that ``StoreFault`` names into their faults, and rethrows every other error.
    private func mappingStoreFaults<T: Sendable>(_ work: () async throws -> T) async throws -> T {
        do {
            return try await work()
        } catch {
            guard let fault = StoreFault(error) else { throw error }
            throw Fault(fault)
        }
    }
}
