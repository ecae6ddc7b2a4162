/// The kinds of notices. A notice records something that was done to an account, and its devices show it.
///
/// Raw values are stored in the `notice` table and are words of the wire.
public enum NoticeKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// A new device has logged in with a right code and waits to be admitted.
    case deviceWaiting
    /// A device that has blocked the account with wrong PINs, and whose admission was withdrawn, is admitted again at the
    /// stated moment, unless another device is admitted before.
    case readmissionScheduled
    /// A device waits, and another parent of a child has asked for its admission. It is admitted at the stated moment,
    /// unless an admitted device is used before.
    case admissionScheduled
    /// A device was admitted.
    case deviceAdmitted
    /// A device has lost its admission for good.
    case deviceRemoved
    /// A device was suspended; it is removed at a stated moment unless the hold is ended before.
    case deviceSuspended
    /// A hold was ended, and the suspended device that this concerns is admitted again.
    case suspensionCancelled
    /// A hold was ended or has run out, and the suspended device has lost its admission.
    case suspensionCompleted
    /// New recovery codes were made. If a moment is stated, they count from then on.
    case recoveryCodesMade
    /// Recovery codes that did not count yet were withdrawn, because an earlier one was used.
    case recoveryCodesWithdrawn
    /// The account got its PIN. If a moment is stated, it confirms acts from then on.
    case pinMade
    /// A PIN that did not confirm acts yet was withdrawn, because the device that made it was suspended or removed, or
    /// because an older secret was used.
    case pinWithdrawn
    /// The PIN was replaced by another one.
    case pinChanged
    /// A new PIN was requested in place of a forgotten one. If a moment is stated, it takes effect then by itself.
    case pinResetRequested
    /// The request for a new PIN was cancelled, or withdrawn with the device that made it.
    case pinResetCancelled
    /// The requested PIN has taken the place of the forgotten one.
    case pinReset
    /// New devices have entered so many wrong PINs that none may try again before the stated moment.
    case newDevicePINsWrong
    /// The account got a second factor. If a moment is stated, it confirms acts from then on.
    case secondFactorMade
    /// The second factor was removed, or withdrawn before it confirmed acts.
    case secondFactorRemoved
    /// Somebody with the account's number has asked for a new account on it. It is made at the stated moment, unless an
    /// admitted device is used before.
    case newAccountRequested
    /// The number belongs to a new account; this one has none.
    case numberTaken
    /// The account got another number. If a moment is stated, this can be undone until then.
    case phoneChanged
    /// The change of the number was undone.
    case phoneChangeUndone
    /// The person was moved to another facility group.
    case groupMoved
    /// A code that deletes the account was sent.
    case deletionCodeRequested
    /// A child's device was bound by an invite.
    case childDeviceBound
    /// A child's access was locked after too many wrong PINs.
    case childAccessLocked
    /// A parent has unlocked a child's access.
    case childAccessUnlocked
    /// A child has forgotten the PIN and asks a parent for a new invite.
    case childPINForgotten
    /// A parent has ended a child's access in order to invite the child anew.
    case childAccessReset
    /// A parent has withdrawn a child's access, or another device has taken its place.
    case childAccessRevoked
    /// A child was deleted by its only parent.
    case childDeleted
    /// A child has got another parent.
    case parentAdded
    /// A parent has left a child to its other parents.
    case parentRemoved
}
