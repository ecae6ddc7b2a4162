/// The details of audit rows that are words of no other enumeration.
///
/// Raw values are stored in the table `audit`, and are part of what its rows authenticate.
public enum AuditDetail: String, CaseIterable, Hashable, Sendable {
    /// A one-time code.
    case code
    /// A PIN, by an admitted device.
    case pin
    /// A PIN, by a device that is not admitted.
    case newDevicePIN
    case recoveryCode
    /// A code of the second factor.
    case secondFactor
    /// The two digits that a waiting device shows.
    case digits
    /// The enrolment secret of an operator.
    case enrolmentSecret
    /// The code of an invite.
    case inviteCode
    /// A device key, an address or everybody has to wait because of wrong invite codes.
    case inviteWait
    /// A parent has made an invite for a child's device or for another parent.
    case inviteMade
    /// A parent has withdrawn the invites of a child.
    case inviteWithdrawn
    /// A parent has added a child.
    case childAdded
    /// A device key has to wait because of its wrong one-time codes.
    case codeWait
    /// A device key has to wait because of its wrong recovery codes, or its wrong codes of the second factor.
    case recoveryWait
    /// The account is blocked.
    case blocked
    /// The TokenSecret was replaced.
    case replaced
    /// A person has confirmed the registration of the number.
    case registered
    /// The account was made on a number that an unused account had before.
    case madeOnNumber
    /// The admission of a device had lapsed.
    case admissionLapsed
    /// A person has given a device another name.
    case deviceRenamed
    /// The first device of the account was admitted.
    case firstDeviceAdmitted
    /// The device whose wrong PINs have blocked the account has lost its admission, because the person has registered
    /// again.
    case admissionWithdrawn
    /// Every device has lost its admission, because the person has registered again and the device whose wrong PINs have
    /// blocked the account is unknown.
    case admissionsWithdrawn
    /// The database may be an older copy of itself.
    case olderCopy
    /// The database runs on another server or timeline and has lost nothing.
    case failover
    /// The oldest rows of the audit log were deleted.
    case rowsDeleted
    /// The administrator has accepted an end of the audit log that does not continue the recorded one.
    case auditEndAccepted
    /// A device has pulled secrets.
    case pulled
    /// The administrator has given an account a new data key.
    case dataKeyRenewed
    /// The administrator has ordered a new data key for every account.
    case dataKeysOrdered
    /// The vault of a deleted account was erased.
    case vaultErased
}
