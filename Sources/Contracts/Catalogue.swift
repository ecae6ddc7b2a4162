public import JSONRPC

/// The methods of each service, and those that both programs serve beside their service, in the order in which the
/// documents list them.
public enum Catalogue {
    public static let auth: [any Method.Type] = [
        RegistrationStart.self, RegistrationRestart.self, RegistrationConfirm.self, RegistrationState.self,
        RegistrationCancel.self,
        OTPRequest.self, OTPVerify.self,
        PINChallenge.self, PINProve.self, PINEnroll.self, PINChange.self,
        PINRequestReset.self, PINConfirmReset.self, PINCancelReset.self,
        SecondFactorEnroll.self, SecondFactorConfirm.self, SecondFactorVerify.self, SecondFactorDisable.self,
        // A client in Python that is generated from the document has a method `list` for session.list, after which a method of
        // the same class cannot have a parameter of the type list.
        SessionRefresh.self, SessionStatus.self, SessionDelegate.self, SessionList.self, SessionRevoke.self,
        SessionAdmit.self, SessionAdmitByRecoveryCode.self,
        SessionLogout.self, SessionLogoutEverywhere.self,
        DeviceList.self, DeviceRemove.self,
        AccountMe.self, AccountUpdate.self, AccountChangePhone.self, AccountUndoChangePhone.self,
        AccountStartEmpty.self,
        AccountRecoveryCodes.self, AccountNotices.self, AccountExport.self, AccountDelete.self,
        ChildAdd.self, ChildList.self, ChildInvite.self, ChildWithdrawInvite.self, ChildUnlock.self,
        ChildResetAccess.self, ChildRevoke.self, ChildRemove.self, ChildEndSessions.self, ChildInviteParent.self,
        ChildAcceptParent.self, ChildAdmitParent.self,
        ChildFind.self, ChildShow.self, ChildAddParent.self, ChildRemoveParent.self,
        InviteVerify.self, DeviceBind.self, ChildSetPIN.self, ChildChallenge.self, ChildVerifyPIN.self,
        ChildForgotPIN.self, ChildState.self,
        GroupList.self, ApprovalPending.self, ApprovalDecide.self, ApprovalExplain.self,
        ApprovalConfirmBulk.self,
        GroupCreate.self, GroupChange.self,
        OperatorEnrol.self, OperatorList.self, OperatorReset.self, OperatorRemove.self,
        UserFind.self, UserMoveGroup.self, UserLiftCodeWait.self, UserUndoPhone.self,
        UserShow.self, UserAdmit.self, UserEndSessions.self, UserCancelHold.self, UserRemoveDevice.self,
        UserRemoveSecondFactor.self, UserImport.self, UserDelete.self,
        DecisionList.self,
        AuditList.self, AuditVerify.self, AuditState.self, AuditAcceptEnd.self,
        MessageList.self,
        ServiceAuthenticate.self, TokenIntrospect.self, KeysCurrent.self, RevocationPoll.self, DeletionList.self,
        AccountUnknown.self, BackupCreate.self,
        KeyList.self, KeyPublish.self, KeyActivate.self, KeyRetire.self,
        ServiceVersion.self,
    ]

    public static let vault: [any Method.Type] = [
        VaultInfo.self, VaultPull.self, VaultPush.self, VaultSync.self, VaultKeys.self,
        VaultManifest.self, VaultHistory.self, VaultRestore.self, VaultImport.self, VaultExport.self,
        SecretList.self, SecretAdd.self, SecretEdit.self, SecretDelete.self, SecretRestore.self, SecretCode.self,
        VaultPurge.self, PurgeList.self,
        VaultAuditList.self, AuditVerify.self, AuditState.self, AuditAcceptEnd.self,
        ServiceAuthenticate.self, BackupCreate.self,
        KeyList.self, KeyPublish.self, KeyActivate.self, KeyRetire.self, DataKeyRotate.self, DataKeyState.self,
        ServiceVersion.self,
    ]

    public static let both: [any Method.Type] = [TimeShow.self, TimeAccept.self, TimeReset.self]
}
