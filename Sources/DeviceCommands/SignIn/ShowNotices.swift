import Contracts
public import Domain
public import LatchkeyDevice
public import Primitives

/// Shows what was done to the account.
public struct ShowNotices: ArgumentlessCommand {
    public struct Output: Codable, Sendable {
        public let notices: [Notice]
        /// The number of notices that this device has not shown before.
        public let new: Int
    }

    public struct Notice: Codable, Sendable {
        public let atMs: Instant
        public let kind: Open<NoticeKind>
        public let deviceName: String?
        public let untilMs: Instant?
        /// The name of the child that it concerns; nil for none.
        public let childName: String?
    }

    public init() {}

    public func run(on device: Device) async throws -> Output {
        let (all, new) = try await device.notices()
        return Output(
            notices: all.map {
                Notice(
                    atMs: $0.atMs, kind: $0.kind, deviceName: $0.deviceName, untilMs: $0.untilMs,
                    childName: $0.childName)
            },
            new: new)
    }

    public static func text(of output: Output) -> String {
        if output.notices.isEmpty { return "Nothing was done to the account in the last 90 days." }
        return output.notices.map { "\($0.atMs)  \(sentence($0))" }.joined(separator: "\n")
    }

    private static func sentence(_ notice: Notice) -> String {
        let device = notice.deviceName.map { "“\($0.escapingUnprintable)”" } ?? "a device"
        let until = notice.untilMs.map { "\($0)" } ?? ""
        return switch notice.kind.value {
        case .deviceWaiting: "\(device) has logged in with a code and waits to be admitted."
        case .readmissionScheduled:
            "\(device) has blocked the account with wrong PINs. Unless another device is admitted before, it is admitted again on \(until)."
        case .deviceAdmitted: "\(device) was admitted."
        case .admissionScheduled:
            "Another parent has asked to admit \(device). Unless you use a device of yours before, it is admitted on \(until)."
        case .deviceRemoved: "\(device) was removed."
        case .deviceSuspended:
            "\(device) was suspended, and is removed on \(until). A recovery code stops this."
        case .suspensionCancelled: "\(device) is not suspended any more."
        case .suspensionCompleted: "\(device) was suspended and is removed."
        case .recoveryCodesMade:
            notice.untilMs == nil
                ? "New recovery codes were made." : "New recovery codes were made; they count from \(until) on."
        case .recoveryCodesWithdrawn: "Recovery codes that did not count yet were withdrawn."
        case .pinMade:
            notice.untilMs == nil
                ? "\(device) has given the account a PIN."
                : "\(device) has given the account a PIN; it confirms changes from \(until) on."
        case .pinWithdrawn: "The PIN that was made a short time ago was withdrawn."
        case .pinChanged: "\(device) has changed the PIN."
        case .pinResetRequested:
            notice.untilMs == nil
                ? "\(device) has requested a new PIN. To stop it, run: latchkey pin cancel-reset"
                : "\(device) has requested a new PIN, which takes effect on \(until). To stop it, run: latchkey pin cancel-reset"
        case .pinResetCancelled: "The request for a new PIN was cancelled."
        case .pinReset: "The new PIN that \(device) has requested is in force."
        case .newDevicePINsWrong:
            "\(device) has entered wrong PINs. New devices may not try the PIN again before \(until)."
        case .secondFactorMade:
            notice.untilMs == nil
                ? "\(device) has added a second factor to the account."
                : "\(device) has added a second factor to the account; it confirms changes from \(until) on."
        case .secondFactorRemoved: "The account has no second factor any more."
        case .newAccountRequested:
            "\(device) has asked for a new account on your number. It gets one on \(until), unless you use a device of yours before."
        case .numberTaken:
            "Your phone number belongs to a new account. Give this one another: latchkey phone new NUMBER"
        case .phoneChanged:
            notice.untilMs == nil
                ? "\(device) has given the account another phone number."
                : "\(device) has given the account another phone number. Until \(until) this can be undone: latchkey phone undo"
        case .phoneChangeUndone: "The account has its former phone number again."
        case .groupMoved: "You were moved to another facility group. Log in again: your entries are kept."
        case .deletionCodeRequested: "A code that deletes the account was sent, asked for on \(device)."
        case .childDeviceBound, .childAccessLocked, .childAccessUnlocked, .childPINForgotten, .childAccessReset,
            .childAccessRevoked, .childDeleted, .parentAdded, .parentRemoved:
            familySentence(
                notice.kind.value, device, of: notice.childName.map { "“\($0.escapingUnprintable)”" } ?? "the child")
        case nil: notice.kind.rawValue
        }
    }

    private static func familySentence(_ kind: NoticeKind?, _ device: String, of child: String) -> String {
        switch kind {
        case .childDeviceBound: "\(device) was bound to \(child) by an invite."
        case .childAccessLocked:
            "Too many wrong PINs were entered on \(device) of \(child). A parent unlocks it: latchkey parent unlock NAME"
        case .childAccessUnlocked: "A parent has unlocked \(device) of \(child)."
        case .childPINForgotten:
            "The PIN of \(device) of \(child) was forgotten. A parent makes a new invite: latchkey parent reset NAME"
        case .childAccessReset:
            "A parent has ended the access of \(device) of \(child), to invite it anew."
        case .childAccessRevoked: "\(device) of \(child) has no access any more."
        case .childDeleted: "The account of \(child) was deleted."
        case .parentAdded: "There is another parent of \(child)."
        case .parentRemoved: "A parent has left \(child) to the other parents."
        default: ""
        }
    }

    /// The line that other commands show; nil unless there are notices that this device has not shown.
    static func line(_ count: Int?) -> String? {
        guard let count, count > 0 else { return nil }
        return "Something was done to your account (\(count)). See: latchkey notices"
    }

    public var commandLine: [String] { ["notices"] }
}
