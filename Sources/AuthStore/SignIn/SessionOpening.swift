import Audit
import Domain
import Primitives
import SQL

/// Opens the session of a login.
///
/// A device that is not admitted gets an `unproven` session if any device of the account ever was admitted: a code
/// proves a number, and numbers are given to new owners. A device of an operator that is not admitted always gets one,
/// unless it shows the operator's enrolment secret: a text message alone makes nobody an operator. A recovery code that is
/// shown with the login admits the device too, and so does a proof by PIN. An unproven session ends no other device's
/// session.
struct SessionOpening {
    /// The way in which a device that is not admitted yet may be admitted by its login.
    enum Admission {
        /// By being the account's first device, by an operator's enrolment secret, or by a recovery code.
        case byRule(enrolment: [[UInt8]]?, recovery: RecoveryAttempt?)
        /// In no way, even if no device of the account was ever admitted.
        case refused
        /// The PIN was proven.
        case byPIN

        /// The level that the login has passed once its device is admitted. A login by PIN has passed the PIN too.
        var provenLevel: SessionLevel { if case .byPIN = self { .pinRequired } else { .unproven } }
    }

    private let new: NewSession, account: AccountID, now: Instant, transaction: any Transaction

    init(_ new: NewSession, account: AccountID, at now: Instant, in transaction: any Transaction) {
        self.new = new
        self.account = account
        self.now = now
        self.transaction = transaction
    }

    /// Opens the session and ends the device's earlier ones.
    func open(_ admission: Admission) throws {
        try withdrawLapsedAdmission()
        let device = try AccountDeviceTable.upsert(
            new.identifiers.device, of: account, thumbprint: new.device.thumbprint, publicKey: new.device.publicKey,
            name: new.device.name, at: now, in: transaction)
        guard let device, let account = try AccountTable.read(account, in: transaction) else {
            throw Rollback(SignIn.Outcome.stateChanged)
        }
        let isProven = try device.isAdmitted || admits(device, to: account, by: admission)
        for session in try SessionTable.notEnded(of: account.id, in: transaction) where session.device == device.id {
            try SessionTable.end(session.id, of: account.id, because: .loginRequired, at: now, in: transaction)
        }
        let requirements = try LoginRequirements(of: account, at: now, in: transaction)
        let level = isProven ? requirements.level(after: admission.provenLevel) : .unproven
        try SessionTable.append(new, of: account, on: device, level: level, at: now, in: transaction)
        switch level {
        case .unproven:
            try NoticeTable.append(.deviceWaiting, about: device, of: account.id, at: now, in: transaction)
        case .pinRequired, .preTFA: break
        case .full:
            try FullSession(
                on: device, wasAdmitted: device.isAdmitted, of: account, at: now, in: transaction
            ).takeEffect()
        }
    }

    private func admits(_ device: DeviceRecord, to account: AccountRecord, by admission: Admission) throws -> Bool {
        switch admission {
        case .byRule(let enrolment, let recovery):
            return try admitsItself(on: account, showing: enrolment)
                || isAdmitted(device, to: account, by: recovery)
        case .refused: return false
        case .byPIN: return true
        }
    }

    /// True if a device that is not admitted needs no admission by another one: the first device of a person, and an
    /// operator's device that shows the enrolment secret, which is used up.
    private func admitsItself(on account: AccountRecord, showing enrolment: [[UInt8]]?) throws -> Bool {
        guard account.role == .operator else {
            return try !AccountDeviceTable.hasEverAdmitted(account.id, in: transaction)
        }
        guard let enrolment else { return false }
        guard try OperatorEnrolmentTable.consume(enrolment, of: account.id, at: now, in: transaction) else {
            return false
        }
        try transaction.audit(.init(.accepted, AuditDetail.enrolmentSecret, account: account.id, at: now))
        return true
    }

    /// True if the login shows a recovery code, which admits the device and is used up. No session that somebody could
    /// end waits meanwhile.
    /// - Throws: ``ConfirmationRefused``, which rolls the login back: the one-time code stays usable.
    private func isAdmitted(
        _ device: DeviceRecord, to account: AccountRecord, by recovery: RecoveryAttempt?
    ) throws -> Bool {
        guard let recovery, recovery.account == account.id else { return false }
        let change = ConfirmedChange(of: account, by: device, at: now, in: transaction)
        try change.requireEffect(of: .admitItself, by: .recoveryCode(recovery))
        try change.useUp(.recoveryCode(recovery))
        return true
    }

    /// Withdraws the admission of the device that signs in if it has lapsed. The time of its last use decides, so this
    /// runs before the login is stored as a use.
    private func withdrawLapsedAdmission() throws {
        let devices = try AccountDeviceTable.all(of: account, in: transaction)
        guard let device = devices.first(where: { $0.thumbprint == new.device.thumbprint }), device.isAdmitted,
            !devices.holdsAdmission(of: device, lapse: new.admissionLapse, at: now)
        else { return }
        try transaction.run(AccountDeviceTable.withdrawAdmission(device.id, of: account))
        try transaction.audit(
            .init(.device, AuditDetail.admissionLapsed, account: account, device: device.id, at: now))
    }
}
