import Domain

/// What a message says that its code is for. The raw values are members of the file of texts.
enum CodeUse: String, CaseIterable, Hashable, Sendable {
    case login, loginOnNewDevice, registration, deleteAccount, removeDevice, recoveryCodes, changePhone
    case makePIN, resetPIN, makeSecondFactor

    /// - Parameter isNewDevice: true if the device key never held a full session of the number's account, or the number has
    ///   none.
    init(_ purpose: CodePurpose, isNewDevice: Bool) {
        self =
            switch purpose {
            case .login: isNewDevice ? .loginOnNewDevice : .login
            case .registration: .registration
            case .deleteAccount: .deleteAccount
            case .removeDevice: .removeDevice
            case .recoveryCodes: .recoveryCodes
            case .changePhone: .changePhone
            case .makePIN: .makePIN
            case .resetPIN: .resetPIN
            case .makeSecondFactor: .makeSecondFactor
            }
    }
}
