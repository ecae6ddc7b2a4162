public import JSONRPC

/// Faults about devices; codes from 1500.
// swift-format-ignore
extension FaultKind {
    public static let newDeviceProofRequired = FaultKind(
        "newDeviceProofRequired", 1501, "A code alone does not open an existing account on a new device.",
        remedy: "have this device admitted from one that is already in")
    public static let admissionUnknown = FaultKind(
        "admissionUnknown", 1502, "No device waits for admission under that session and those digits.",
        remedy: "read session.list again and compare the digits on both screens")
    public static let locked = FaultKind(
        "locked", 1503, "Access is locked after too many wrong PINs.",
        remedy: "ask a parent to unlock it")

    public static let deviceUnknown = FaultKind(
        "deviceUnknown", 1504, "There is no such other device on this account.",
        remedy: "read device.list again; leave with this device by session.logout")

    public static let childUnknown = FaultKind(
        "childUnknown", 1505, "The caller has no such child.",
        remedy: "read child.list again")
    public static let inviteInvalid = FaultKind(
        "inviteInvalid", 1506, "The invite cannot be used: it is wrong, expired, used, withdrawn or replaced.",
        remedy: "check the code, or ask a parent for a new invite")
    public static let inviteWait = FaultKind(
        "inviteWait", 1507, "Too many wrong invite codes were entered.",
        remedy: "wait for retryAfterMs, or use the link of an invite")
    public static let deviceBound = FaultKind(
        "deviceBound", 1508, "This device is bound to a child already.",
        remedy: "have a parent of that child withdraw the access, or use another device")
    public static let deviceNotBound = FaultKind(
        "deviceNotBound", 1509, "The device is not bound to a child.",
        remedy: "keep everything; child.state says why; ask a parent for an invite, and bind the device with it")
    public static let childAccessRevoked = FaultKind(
        "childAccessRevoked", 1510, "A parent has withdrawn the access of this device.",
        remedy: "if data.bindingId is the binding of this device, show that the access was withdrawn; else keep everything; a new invite binds it again")
    public static let parentVerificationRequired = FaultKind(
        "parentVerificationRequired", 1511, "A parent has to give this child access again.",
        remedy: "ask a parent to reset the access, which makes a new invite")
    public static let tooManyChildren = FaultKind(
        "tooManyChildren", 1512, "A parent has at most 20 children, and a child at most four parents.",
        remedy: "remove a child, or leave one to its other parents")
    public static let notParent = FaultKind(
        "notParent", 1513, "The person is no parent of this child, or cannot become one.",
        remedy: "name a parent that child.show lists; to add one, name a person who has registered in a group of families")
    public static let lastParent = FaultKind(
        "lastParent", 1514, "The person is the child's only parent.",
        remedy: "add another parent first, or delete the child with user.delete")

    public static let deviceFaults: [FaultKind] = [
        .newDeviceProofRequired, .admissionUnknown, .locked, .deviceUnknown, .childUnknown, .inviteInvalid, .inviteWait,
        .deviceBound, .deviceNotBound, .childAccessRevoked, .parentVerificationRequired, .tooManyChildren,
        .notParent, .lastParent,
    ]

    /// The faults of the methods of a child's bound device.
    static let ofChildDevices: [FaultKind] = [
        .deviceNotBound, .childAccessRevoked, .locked, .parentVerificationRequired,
    ]
}
