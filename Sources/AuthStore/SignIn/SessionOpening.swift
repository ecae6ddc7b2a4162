import Domain
import Primitives
import SQL

/// Opens the session of a sign-in.
///
/// A device that is not admitted gets an `unproven` session if any device of the account ever was admitted: a code
/// proves a number, and numbers are given to new owners. A device of an operator that is not admitted always gets one,
/// unless it shows the operator's enrolment secret: a text message alone makes nobody an operator. A recovery code that is
/// shown with the sign-in admits the device too. An unproven session ends no other device's session.
struct SessionOpening {
    private let signIn: SignIn, account: AccountID, now: Instant, transaction: any Transaction

    init(_ signIn: SignIn, account: AccountID, at now: Instant, in transaction: any Transaction) {
        self.signIn = signIn
        self.account = account
        self.now = now
        self.transaction = transaction
    }

    /// Opens the session and ends the device's earlier ones. A `full` session also admits the device and, where the
    /// group allows one device, ends the proven sessions of the other devices.
    /// - Parameter needsAdmission: true to open an unproven session unless the device is admitted now, even if no
    ///   device of the account was ever admitted.
    func open(needsAdmission: Bool) throws {
        try withdrawLapsedAdmission()
        let device = try AccountDeviceTable.upsert(
            signIn.identifiers.device, of: account, thumbprint: signIn.device.thumbprint,
            publicKey: signIn.device.publicKey, name: signIn.device.name ?? signIn.registration?.deviceName, at: now,
            in: transaction)
        guard let device, let account = try AccountTable.read(account, in: transaction) else {
            throw Rollback(SignIn.Outcome.stateChanged)
        }
        let isFull =
            try device.isAdmitted || (!needsAdmission && admitsItself(on: account))
            || isAdmittedByCode(device, on: account)
        for session in try SessionTable.notEnded(of: account.id, in: transaction) where session.device == device.id {
            try SessionTable.end(session.id, of: account.id, because: .loginRequired, at: now, in: transaction)
        }
        if isFull {
            try transaction.run(AccountDeviceTable.admit(device.id, of: account.id))
            try Self.endOtherDevices(than: device.id, of: account, at: now, in: transaction)
        } else {
            try transaction.batch(NoticeTable.insert(.deviceWaiting, about: device, of: account.id, at: now))
        }
        try transaction.run(
            SessionTable.insert(signIn, of: account, on: device, level: isFull ? .full : .unproven, at: now))
    }

    /// True if a device that is not admitted needs no admission by another one: the first device of a person, and an
    /// operator's device that shows the enrolment secret, which is used up.
    private func admitsItself(on account: AccountRecord) throws -> Bool {
        guard account.role == .operator else {
            return try !AccountDeviceTable.hasEverAdmitted(account.id, in: transaction)
        }
        guard let secret = signIn.enrolment else { return false }
        return try OperatorEnrolmentTable.consume(secret, of: account.id, at: now, in: transaction)
    }

    /// True if the sign-in shows a recovery code, which admits the device and is used up. No session that somebody could
    /// end waits meanwhile.
    /// - Throws: ``ConfirmationRefused``, which rolls the sign-in back: the one-time code stays usable.
    private func isAdmittedByCode(_ device: DeviceRecord, on account: AccountRecord) throws -> Bool {
        guard let attempt = signIn.recovery, attempt.account == account.id else { return false }
        let change = ConfirmedChange(of: account, by: device, at: now, in: transaction)
        try change.requireEffect(of: .admitItself, by: .recoveryCode(attempt))
        try change.useUp(.recoveryCode(attempt))
        try transaction.batch(NoticeTable.insert(.deviceAdmitted, about: device, of: account.id, at: now))
        return true
    }

    /// Withdraws the admission of the device that signs in if it has lapsed. The time of its last use decides, so this
    /// runs before the sign-in is stored as a use.
    private func withdrawLapsedAdmission() throws {
        let devices = try AccountDeviceTable.all(of: account, in: transaction)
        guard let device = devices.first(where: { $0.thumbprint == signIn.device.thumbprint }), device.isAdmitted,
            !devices.holdsAdmission(of: device, lapse: signIn.admissionLapse, at: now)
        else { return }
        try transaction.run(AccountDeviceTable.withdrawAdmission(device.id, of: account))
    }

    /// Ends the proven sessions of all other devices where the group allows one device.
    static func endOtherDevices(
        than device: DeviceID, of account: AccountRecord, at now: Instant, in transaction: any Transaction
    ) throws {
        guard try FacilityGroupTable.read(account.group, in: transaction)?.devices == .one else { return }
        for session in try SessionTable.notEnded(of: account.id, in: transaction)
        where session.device != device && session.level != .unproven {
            try SessionTable.end(session.id, of: account.id, because: .loggedInElsewhere, at: now, in: transaction)
        }
    }
}
