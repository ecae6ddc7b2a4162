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
        remedy: "ask a parent, or wait for retryAfterMs")

    public static let deviceUnknown = FaultKind(
        "deviceUnknown", 1504, "There is no such other device on this account.",
        remedy: "read device.list again; leave with this device by session.logout")

    public static let deviceFaults: [FaultKind] = [.newDeviceProofRequired, .admissionUnknown, .locked, .deviceUnknown]
}
