public import Domain
public import LatchkeyDevice
public import Primitives

/// The session and what the app shows and allows, as far as this device knows.
public struct StandingOutput: Codable, Sendable {
    public let signedIn: Bool
    /// The login status; null while nobody is signed in and no code has been requested.
    public let login: LoginStatus?
    public let approval: ApprovalStatus
    public let accountId: AccountID?
    public let sessionId: SessionID?
    /// True while the session waits to be admitted by another device.
    public let unproven: Bool
    /// While unproven: the two digits to compare.
    public let digits: String?
    /// What the session needs before it is full; absent if it is.
    public let next: NextStep?
    public let standing: Answers?
    /// The text of the Logged Out screen.
    public let notice: String?
    /// The number of deletions that wait for the person's decision; absent for none.
    public let heldDeletions: Int?
    /// The state of the lock; absent for an account without a PIN, as far as this device knows.
    public let lock: LockOutput?
    /// The state of the app by the authentication states of parents and children.
    public let app: AppOutput
    /// The number of notices that this device has not shown; absent for none, and where they were not asked for.
    public var newNotices: Int?
    /// The account's recovery codes, after a registration.
    public var recoveryCodes: [String]?

    /// The six answers of the user states document.
    public struct Answers: Codable, Sendable {
        public let canSync: Bool
        public let canAdd: Bool
        public let tokenPresent: Bool
        /// Null for no notification; `N/A` where the app does not show the home screen.
        public let notification: String?
        public let firstScreen: FirstScreen
        public let lockScreen: Bool
    }

    init(_ profile: Profile, on device: Device) async throws(DeviceFault) {
        app = try await AppOutput(on: device)
        let held = try await device.heldDeletionCount()
        heldDeletions = held > 0 ? held : nil
        signedIn = profile.sessionId != nil
        login = profile.login
        approval = profile.approval
        accountId = profile.accountId
        sessionId = profile.sessionId
        unproven = profile.isUnproven
        digits = profile.digits
        next = profile.sessionId == nil ? nil : profile.nextStep
        // The user states document is about people; a child's access has states of its own.
        standing = profile.child == nil ? profile.standing.map(Answers.init) : nil
        lock = try await device.lockStatus().map { LockOutput($0, at: device.now) }
        notice = profile.notice
    }

    /// Writes `login` also where it is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(signedIn, forKey: .signedIn)
        try container.encode(login, forKey: .login)
        try container.encode(approval, forKey: .approval)
        try container.encodeIfPresent(accountId, forKey: .accountId)
        try container.encodeIfPresent(sessionId, forKey: .sessionId)
        try container.encode(unproven, forKey: .unproven)
        try container.encodeIfPresent(digits, forKey: .digits)
        try container.encodeIfPresent(next, forKey: .next)
        try container.encodeIfPresent(standing, forKey: .standing)
        try container.encode(app, forKey: .app)
        try container.encodeIfPresent(notice, forKey: .notice)
        try container.encodeIfPresent(lock, forKey: .lock)
        try container.encodeIfPresent(heldDeletions, forKey: .heldDeletions)
        try container.encodeIfPresent(newNotices, forKey: .newNotices)
        try container.encodeIfPresent(recoveryCodes, forKey: .recoveryCodes)
    }

    var text: String {
        var lines = (notice.map { [$0] } ?? []) + app.lines
        if let line = ShowNotices.line(newNotices) { lines.append(line) }
        if let heldDeletions { lines.append(ListEntries.heldDeletionsLine(heldDeletions)) }
        if let child = app.child {
            lines.append("This is the device of \(child.escapingUnprintable): \(app.state). More: latchkey child state")
            if let lock { lines.append(lock.text) }
            return lines.joined(separator: "\n")
        }
        guard signedIn, let standing else {
            lines.append(
                login == .otpRequested
                    ? "A login code has been requested. "
                        + "Entries can be added; they stay on this device until you sign in."
                    : "Nobody is signed in. Entries stay on this device.")
            return lines.joined(separator: "\n")
        }
        lines.append("\(login?.rawValue ?? ""), \(approval.rawValue).")
        if unproven {
            if let digits {
                lines.append(
                    "This device is new. Admit it from one that is already signed in: latchkey admit \(digits)\n"
                        + "or with a recovery code: latchkey admit-me")
                if next == .provePIN { lines.append("or with the account's PIN: latchkey login --pin") }
            }
            return lines.joined(separator: "\n")
        }
        if let next { lines.append(next.advice) }
        if let notification = standing.notification { lines.append(notification + ".") }
        lines.append(
            "Syncing: \(standing.canSync ? "yes" : "no"). Adding: \(standing.canAdd ? "yes" : "no"). Opens on: "
                + "\(standing.firstScreen.rawValue).")
        if let lock { lines.append(lock.text) }
        if let recoveryCodes {
            lines.append("Write these recovery codes down, apart from this device. Each lets a new device in once.")
            lines += RecoveryCode.lines(recoveryCodes)
        }
        return lines.joined(separator: "\n")
    }
}

extension StandingOutput.Answers {
    fileprivate init(_ standing: Standing) {
        canSync = standing.canSync
        canAdd = standing.canAdd
        tokenPresent = standing.tokenPresent
        notification =
            switch standing.notification {
            case .text(let text): text
            case .none: nil
            case .notApplicable: "N/A"
            }
        firstScreen = standing.firstScreen
        lockScreen = standing.lockScreen
    }

    /// Writes `notification` also where it is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(canSync, forKey: .canSync)
        try container.encode(canAdd, forKey: .canAdd)
        try container.encode(tokenPresent, forKey: .tokenPresent)
        try container.encode(notification, forKey: .notification)
        try container.encode(firstScreen, forKey: .firstScreen)
        try container.encode(lockScreen, forKey: .lockScreen)
    }
}

extension NextStep {
    /// Says how a person carries the step out.
    fileprivate var advice: String {
        switch self {
        case .provePIN: "This login needs the account's PIN: latchkey login --pin"
        case .createPIN: "This login needs a PIN. Make one: latchkey pin set"
        case .secondFactor:
            "This login needs the second factor: latchkey factor pass CODE. To enrol one: latchkey factor set"
        case .admit: "Admit this device from one that is already signed in, or with a recovery code: latchkey admit-me"
        }
    }
}
