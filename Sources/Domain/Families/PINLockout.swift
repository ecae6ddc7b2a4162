/// The count of the wrong PINs of a child's device: the attempts before CHILD_ACCESS_LOCKED in the authentication states of
/// parents and children.
///
/// An attempt is counted before its proof is verified; these events say how a counted attempt has ended. A parent's unlock sets
/// the wrong PINs in a row back to 0. A PIN with 100 wrong attempts in its life stays refused.
public enum PINLockout: Machine {
    public enum State: String, CaseIterable, Hashable, Sendable, Codable {
        /// The PIN may be tried.
        case open = "OPEN"
        /// The PIN has had all its attempts in a row, and is not tried any more.
        case locked = "LOCKED"
    }

    public enum Event: String, CaseIterable, Hashable, Sendable, Codable {
        /// The PIN was right.
        case rightPIN = "RightPIN"
        /// The PIN was wrong, and attempts are left.
        case wrongPIN = "WrongPIN"
        /// The PIN was wrong, and was the last attempt in a row, or the last of the PIN's life.
        case lastWrongPIN = "LastWrongPIN"
        /// A parent has unlocked the access (`child.unlock`).
        case parentUnlock = "ParentUnlock"
    }

    /// A part of a transition's work. The store carries out all parts in one database transaction.
    public enum Effect: String, CaseIterable, Hashable, Sendable, Codable {
        /// Keep the attempt that was counted.
        case keepAttempt
        /// Set the attempts in a row back to 0, unless another attempt was counted since.
        case resetAttempts
        /// Set the attempts in a row back to 0 and remove the lock. The PIN stays the same.
        case removeLock
        /// Lock the PIN.
        case lock
    }

    public static let initial = State.open

    public static let finals: Set<State> = []

    /// The document's lock after failed attempts, and the parent's unlock.
    // swift-format-ignore
    public static let stated: Transitions = [
        .open: [
            .rightPIN:     .to(.open, .resetAttempts),
            .lastWrongPIN: .to(.locked, .keepAttempt, .lock),
        ],
        .locked: [
            .parentUnlock: .to(.open, .removeLock),
        ],
    ]

    /// A wrong PIN below the limit changes the count only.
    // swift-format-ignore
    public static let inferred: Transitions = [
        .open: [
            .wrongPIN:     .to(.open, .keepAttempt),
        ],
    ]
}
