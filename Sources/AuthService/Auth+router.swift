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
        serve(RegistrationStart.self, on: &router, as: authenticator.device, Auth.registrationStart)
        serve(RegistrationRestart.self, on: &router, as: authenticator.device, Auth.registrationRestart)
        serve(RegistrationConfirm.self, on: &router, as: authenticator.device, Auth.registrationConfirm)
        serve(RegistrationState.self, on: &router, as: authenticator.device, Auth.registrationState)
        serve(RegistrationCancel.self, on: &router, as: authenticator.device, Auth.registrationCancel)
        serve(OTPRequest.self, on: &router, as: authenticator.device, Auth.otpRequest)
        serve(OTPVerify.self, on: &router, as: authenticator.device, Auth.otpVerify)
        serve(PINChallenge.self, on: &router, as: authenticator.device, Auth.pinChallenge)
        serve(PINProve.self, on: &router, as: authenticator.device, Auth.pinProve)
        serve(PINEnroll.self, on: &router, as: authenticator.person, Auth.pinEnroll)
        serve(PINChange.self, on: &router, as: authenticator.person, Auth.pinChange)
        serve(PINRequestReset.self, on: &router, as: authenticator.person, Auth.pinRequestReset)
        serve(PINConfirmReset.self, on: &router, as: authenticator.person, Auth.pinConfirmReset)
        serve(PINCancelReset.self, on: &router, as: authenticator.person, Auth.pinCancelReset)
        serve(SecondFactorEnroll.self, on: &router, as: authenticator.person, Auth.secondFactorEnroll)
        serve(SecondFactorConfirm.self, on: &router, as: authenticator.person, Auth.secondFactorConfirm)
        serve(SecondFactorVerify.self, on: &router, as: authenticator.person, Auth.secondFactorVerify)
        serve(SecondFactorDisable.self, on: &router, as: authenticator.person, Auth.secondFactorDisable)
        serve(SessionRefresh.self, on: &router, as: authenticator.device, Auth.sessionRefresh)
        serve(SessionStatus.self, on: &router, as: authenticator.person, Auth.sessionStatus)
        serve(SessionDelegate.self, on: &router, as: authenticator.person, Auth.sessionDelegate)
        serve(SessionList.self, on: &router, as: authenticator.person, Auth.sessionList)
        serve(SessionRevoke.self, on: &router, as: authenticator.person, Auth.sessionRevoke)
        serve(SessionAdmit.self, on: &router, as: authenticator.person, Auth.sessionAdmit)
        serve(
            SessionAdmitByRecoveryCode.self, on: &router, as: authenticator.person, Auth.sessionAdmitByRecoveryCode)
        serve(SessionLogout.self, on: &router, as: authenticator.person, Auth.sessionLogout)
        serve(SessionLogoutEverywhere.self, on: &router, as: authenticator.person, Auth.sessionLogoutEverywhere)
        serve(DeviceList.self, on: &router, as: authenticator.person, Auth.deviceList)
        serve(DeviceRemove.self, on: &router, as: authenticator.person, Auth.deviceRemove)
        serve(AccountMe.self, on: &router, as: authenticator.person, Auth.accountMe)
        serve(AccountUpdate.self, on: &router, as: authenticator.person, Auth.accountUpdate)
        serve(AccountChangePhone.self, on: &router, as: authenticator.person, Auth.accountChangePhone)
        serve(AccountUndoChangePhone.self, on: &router, as: authenticator.person, Auth.accountUndoChangePhone)
        serve(AccountStartEmpty.self, on: &router, as: authenticator.person, Auth.accountStartEmpty)
        serve(AccountRecoveryCodes.self, on: &router, as: authenticator.person, Auth.accountRecoveryCodes)
        serve(AccountNotices.self, on: &router, as: authenticator.person, Auth.accountNotices)
        serve(AccountExport.self, on: &router, as: authenticator.person, Auth.accountExport)
        serve(AccountDelete.self, on: &router, as: authenticator.person, Auth.accountDelete)
        serve(ChildAdd.self, on: &router, as: authenticator.person, Auth.childAdd)
        serve(ChildList.self, on: &router, as: authenticator.person, Auth.childList)
        serve(ChildInvite.self, on: &router, as: authenticator.person, Auth.childInvite)
        serve(ChildWithdrawInvite.self, on: &router, as: authenticator.person, Auth.childWithdrawInvite)
        serve(ChildUnlock.self, on: &router, as: authenticator.person, Auth.childUnlock)
        serve(ChildResetAccess.self, on: &router, as: authenticator.person, Auth.childResetAccess)
        serve(ChildRevoke.self, on: &router, as: authenticator.person, Auth.childRevoke)
        serve(ChildRemove.self, on: &router, as: authenticator.person, Auth.childRemove)
        serve(ChildEndSessions.self, on: &router, as: authenticator.person, Auth.childEndSessions)
        serve(ChildInviteParent.self, on: &router, as: authenticator.person, Auth.childInviteParent)
        serve(ChildAcceptParent.self, on: &router, as: authenticator.person, Auth.childAcceptParent)
        serve(ChildAdmitParent.self, on: &router, as: authenticator.person, Auth.childAdmitParent)
        serve(ChildFind.self, on: &router, as: authenticator.anyone, Auth.childFind)
        serve(ChildShow.self, on: &router, as: authenticator.anyone, Auth.childShow)
        serve(ChildAddParent.self, on: &router, as: authenticator.anyone, Auth.childAddParent)
        serve(ChildRemoveParent.self, on: &router, as: authenticator.anyone, Auth.childRemoveParent)
        serve(InviteVerify.self, on: &router, as: authenticator.device, Auth.inviteVerify)
        serve(DeviceBind.self, on: &router, as: authenticator.device, Auth.deviceBind)
        serve(ChildSetPIN.self, on: &router, as: authenticator.device, Auth.childSetPIN)
        serve(ChildChallenge.self, on: &router, as: authenticator.device, Auth.childChallenge)
        serve(ChildVerifyPIN.self, on: &router, as: authenticator.device, Auth.childVerifyPIN)
        serve(ChildForgotPIN.self, on: &router, as: authenticator.device, Auth.childForgotPIN)
        serve(ChildState.self, on: &router, as: authenticator.device, Auth.childState)
        serve(GroupList.self, on: &router, as: authenticator.anyone, Auth.groupList)
        serve(ApprovalPending.self, on: &router, as: authenticator.operator, Auth.approvalPending)
        serve(ApprovalDecide.self, on: &router, as: authenticator.operator, Auth.approvalDecide)
        serve(ApprovalExplain.self, on: &router, as: authenticator.operator, Auth.approvalExplain)
        serve(ApprovalConfirmBulk.self, on: &router, as: authenticator.operator, Auth.approvalConfirmBulk)
        serve(GroupCreate.self, on: &router, as: authenticator.anyone, Auth.groupCreate)
        serve(GroupChange.self, on: &router, as: authenticator.anyone, Auth.groupChange)
        serve(OperatorEnrol.self, on: &router, as: authenticator.anyone, Auth.operatorEnrol)
        serve(OperatorList.self, on: &router, as: authenticator.anyone, Auth.operatorList)
        serve(OperatorReset.self, on: &router, as: authenticator.anyone, Auth.operatorReset)
        serve(OperatorRemove.self, on: &router, as: authenticator.anyone, Auth.operatorRemove)
        serve(UserFind.self, on: &router, as: authenticator.operator, Auth.userFind)
        serve(UserMoveGroup.self, on: &router, as: authenticator.operator, Auth.userMoveGroup)
        serve(UserLiftCodeWait.self, on: &router, as: authenticator.operator, Auth.userLiftCodeWait)
        serve(UserUndoPhone.self, on: &router, as: authenticator.operator, Auth.userUndoPhone)
        serve(UserShow.self, on: &router, as: authenticator.operator, Auth.userShow)
        serve(UserAdmit.self, on: &router, as: authenticator.operator, Auth.userAdmit)
        serve(UserEndSessions.self, on: &router, as: authenticator.operator, Auth.userEndSessions)
        serve(UserCancelHold.self, on: &router, as: authenticator.anyone, Auth.userCancelHold)
        serve(UserRemoveDevice.self, on: &router, as: authenticator.anyone, Auth.userRemoveDevice)
        serve(UserRemoveSecondFactor.self, on: &router, as: authenticator.anyone, Auth.userRemoveSecondFactor)
        serve(UserImport.self, on: &router, as: authenticator.anyone, Auth.userImport)
        serve(UserDelete.self, on: &router, as: authenticator.anyone, Auth.userDelete)
        serve(DecisionList.self, on: &router, as: authenticator.operator, Auth.decisionList)
        serve(AuditList.self, on: &router, as: authenticator.operator, Auth.auditList)
        serve(AuditVerify.self, on: &router, as: authenticator.anyone, Auth.auditVerify)
        serve(AuditState.self, on: &router, as: authenticator.anyone, Auth.auditState)
        serve(AuditAcceptEnd.self, on: &router, as: authenticator.anyone, Auth.auditAcceptEnd)
        serve(MessageList.self, on: &router, as: authenticator.anyone, Auth.messageList)
        serve(ServiceAuthenticate.self, on: &router, as: authenticator.anyone, Auth.serviceAuthenticate)
        serve(TokenIntrospect.self, on: &router, as: authenticator.service, Auth.tokenIntrospect)
        serve(KeysCurrent.self, on: &router, as: authenticator.service, Auth.keysCurrent)
        serve(RevocationPoll.self, on: &router, as: authenticator.service, Auth.revocationPoll)
        serve(DeletionList.self, on: &router, as: authenticator.service, Auth.deletionList)
        serve(AccountUnknown.self, on: &router, as: authenticator.service, Auth.accountUnknown)
        serve(BackupCreate.self, on: &router, as: authenticator.anyone, Auth.backupCreate)
        serve(KeyList.self, on: &router, as: authenticator.anyone, Auth.keyList)
        serve(KeyPublish.self, on: &router, as: authenticator.anyone, Auth.keyPublish)
        serve(KeyActivate.self, on: &router, as: authenticator.anyone, Auth.keyActivate)
        serve(KeyRetire.self, on: &router, as: authenticator.anyone, Auth.keyRetire)
        try router.on(ServiceVersion.self, always: serviceVersion())
        router.verifyServiceCall = authenticator.verifyServiceCall
        router.refusalOfDiscovery = refusalOfDiscovery
        router.replyHeaders = { context, _ in
            context.listener == .public ? [Header("DPoP-Nonce", nonces.issue(now: now))] : []
        }
        return router
    }

    /// Serves a method. The handler works on a store that records the call's proof with its first change; an answer is
    /// given only after the proof was recorded.
    private func serve<M: Method, Identity: Sendable>(
        _ method: M.Type, on router: inout Router,
        as authenticate: @escaping @Sendable (MethodFacts, RequestContext) async throws -> Authenticated<Identity>,
        _ handler: @escaping @Sendable (Auth) -> (Call<M, Identity>) async throws -> M.Answer
    ) {
        router.on(
            method,
            as: { facts, context in
                try await mappingStoreFaults {
                    if context.listener == .public, !facts.isRead { try await limitRate(of: context, facts) }
                    return try await authenticate(facts, context)
                }
            },
            { call in
                try await mappingStoreFaults {
                    let auth = working(for: call.caller.actor, presenting: call.caller.proof)
                    let answer = try await handler(auth)(
                        Call(call.params, caller: call.caller.identity, context: call.context))
                    try await auth.store.recordProof()
                    return answer
                }
            })
    }

    /// Turns the database errors that ``StoreFault`` names, and refusals of operators, into their faults, and rethrows every
    /// other error.
    private func mappingStoreFaults<T: Sendable>(_ work: () async throws -> T) async throws -> T {
        do {
            return try await work()
        } catch is ProofReplayed {
            throw Fault(.proofRefused, reason: "replayed")
        } catch let refused as ActorRefused {
            throw Fault(refused: refused)
        } catch {
            guard let fault = StoreFault(error) else { throw error }
            throw Fault(fault)
        }
    }
}
