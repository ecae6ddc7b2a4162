public import Primitives

/// An attempt at a PIN that has been counted and committed. Its proof may now be verified.
public struct PINAttempt: Sendable, Hashable {
    /// The number of wrong attempts in the life of one PIN after which nobody may try it any more.
    public static let mostFailures = 100

    public let challenge: PINChallengeRecord
    public let pin: PINRecord
    /// The session that requested the challenge; nil if an admitted device named the account instead.
    public let session: SessionRecord?
    /// The device of the attempt.
    let device: DeviceID?
    /// True for an admitted device and for a session whose login has passed the admission: their failures block the account.
    /// False for a new device, whose failures only stop new devices.
    let isByBoundDevice: Bool
    /// The number of the attempt, in a row without a right one.
    let count: Int64

    public enum Outcome: Sendable, Hashable {
        /// The attempt is counted: verify the proof now.
        case counted(PINAttempt)
        /// The device has no such challenge for these purposes, or it was used, replaced or has expired, or another
        /// attempt was made with it; nothing was counted.
        case challengeUnusable
        /// New devices have to wait because of their attempts in a row; nothing was counted.
        case wait(until: Instant)
        /// The PIN was made a short time ago with a code by message, and admits no device before this moment; nothing was
        /// counted.
        case tooNew(until: Instant)
        /// The PIN has had all attempts of its life; nothing was counted.
        case exhausted
        /// The account is blocked, or this call has blocked it: admitted devices have had all their attempts.
        case blocked
    }

    /// The consequence of a wrong attempt.
    public enum Failure: Sendable, Hashable {
        /// The PIN was wrong, and may be tried again.
        /// - Parameter left: the attempts that admitted devices have left, or those that new devices have left.
        case wrong(left: Int)
        /// New devices may not try the PIN for a while.
        case newDevicesWait(until: Instant)
        /// The account is blocked.
        case blocked
    }
}

/// The limits of attempts at PINs.
public struct PINLimits: Sendable, Hashable {
    /// The wrong attempts of admitted devices in a row that block the account, 1 to 10; the setting
    /// `maxInvalidLoginAttempts` of the registration-states document.
    public var failedLogins = 3
    /// The wrong attempts of all new devices in a row after which new devices wait.
    public var ofNewDevices = 3
    /// The time for which new devices wait then.
    public var newDeviceWait = Duration.hours(24)

    public init() {}
}
