public import StrictJSON

/// The names of the commands in the `do` steps of stories.
public enum CommandName: String, CaseIterable, Sendable {
    case register, login, confirm, status, sessions, admit, devices, removeDevice, refresh, standing
    case makePIN, changePIN, logInWithPIN, lock, unlock
    case beginPINReset, requestPINReset, confirmPINReset, cancelPINReset
    case makeSecondFactor, confirmSecondFactor, passSecondFactor, removeSecondFactor
    case requestPhoneChange, changePhone, undoPhoneChange, cancelRegistration, renameDevice, startEmpty
    case requestConfirmation, makeRecoveryCodes, admitByRecoveryCode, notices
    case add, `import`, export, list, code, edit, delete, keepAsNew, discard, sync
    case deletions, acceptDeletions, rejectDeletions, history, trash, restore
    case addChild, children, inviteChild, withdrawInvite, unlockChild, resetChildAccess, revokeChild, removeChild
    case endChildSession, inviteParent, acceptChild, admitParent
    case joinFamily, logInChild, forgetChildPIN, childState
    case logout, logoutEverywhere, requestDeletion, deleteAccount, exportAccount, call

    public var type: any DeviceCommand.Type {
        switch self {
        case .register: RegisterPhone.self
        case .login: RequestLogin.self
        case .confirm: ConfirmCode.self
        case .status: UpdateStatus.self
        case .sessions: ListSessions.self
        case .admit: AdmitDevice.self
        case .devices: ListDevices.self
        case .removeDevice: RemoveDevice.self
        case .makePIN: MakePIN.self
        case .changePIN: ChangePIN.self
        case .beginPINReset: BeginPINReset.self
        case .requestPINReset: RequestPINReset.self
        case .confirmPINReset: ConfirmPINReset.self
        case .cancelPINReset: CancelPINReset.self
        case .makeSecondFactor: MakeSecondFactor.self
        case .confirmSecondFactor: ConfirmSecondFactor.self
        case .passSecondFactor: PassSecondFactor.self
        case .removeSecondFactor: RemoveSecondFactor.self
        case .requestPhoneChange: RequestPhoneChange.self
        case .changePhone: ChangePhone.self
        case .undoPhoneChange: UndoPhoneChange.self
        case .cancelRegistration: CancelRegistration.self
        case .renameDevice: RenameDevice.self
        case .startEmpty: StartEmpty.self
        case .logInWithPIN: LogInWithPIN.self
        case .lock: LockDevice.self
        case .unlock: UnlockDevice.self
        case .requestConfirmation: RequestConfirmation.self
        case .makeRecoveryCodes: MakeRecoveryCodes.self
        case .admitByRecoveryCode: AdmitByRecoveryCode.self
        case .notices: ShowNotices.self
        case .refresh: RefreshSession.self
        case .standing: ShowStanding.self
        case .add: AddEntry.self
        case .import: ImportEntries.self
        case .export: ExportEntries.self
        case .list: ListEntries.self
        case .code: ShowCode.self
        case .edit: EditEntry.self
        case .delete: DeleteEntry.self
        case .keepAsNew: KeepEntriesAsNew.self
        case .discard: DiscardEntries.self
        case .sync: SyncEntries.self
        case .deletions: ListDeletions.self
        case .history: ShowHistory.self
        case .trash: ListTrash.self
        case .restore: RestoreEntry.self
        case .acceptDeletions: AcceptDeletions.self
        case .rejectDeletions: RejectDeletions.self
        case .addChild: AddChild.self
        case .children: ListChildren.self
        case .inviteChild: InviteChild.self
        case .withdrawInvite: WithdrawInvite.self
        case .unlockChild: UnlockChild.self
        case .resetChildAccess: ResetChildAccess.self
        case .revokeChild: RevokeChild.self
        case .removeChild: RemoveChild.self
        case .endChildSession: EndChildSession.self
        case .inviteParent: InviteParent.self
        case .acceptChild: AcceptChild.self
        case .admitParent: AdmitParent.self
        case .joinFamily: JoinFamily.self
        case .logInChild: LogInChild.self
        case .forgetChildPIN: ForgetChildPIN.self
        case .childState: ShowChildState.self
        case .logout: LogOut.self
        case .logoutEverywhere: LogOutEverywhere.self
        case .requestDeletion: RequestAccountDeletion.self
        case .deleteAccount: ConfirmAccountDeletion.self
        case .exportAccount: ExportAccount.self
        case .call: CallMethod.self
        }
    }

    /// Makes the command from its arguments; an unknown, missing or malformed argument is refused.
    public func command(_ arguments: JSONObject) throws(ArgumentFault) -> any DeviceCommand {
        do {
            return try WireDecoder(unknownMembers: .refused).decode(type, arguments)
        } catch let fault as ArgumentFault {
            throw fault
        } catch let fault as WireFault {
            throw ArgumentFault(fault, of: self)
        } catch {
            throw ArgumentFault("\(error)")
        }
    }

    /// The text of an output that a device printed as JSON.
    public func text(of output: JSONObject) throws -> String { try type.text(of: .object(output)) }
}

extension WireDecoder {
    fileprivate func decode(_ type: any DeviceCommand.Type, _ arguments: JSONObject) throws -> any DeviceCommand {
        func decode<C: DeviceCommand>(_ type: C.Type) throws -> any DeviceCommand {
            try self.decode(C.self, from: .object(arguments))
        }
        return try decode(type)
    }
}
