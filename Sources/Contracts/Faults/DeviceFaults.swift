public import JSONRPC

/// Faults about children and devices, seed 3 (1500).
// swift-format-ignore
extension FaultKind {
    /// A code alone does not open an existing account on a new device.
    public static let newDeviceProofRequired = FaultKind(
        "newDeviceProofRequired", 1501, "A code alone does not open an existing account on a new device.",
        remedy: "have this device admitted from one that is already in")
    /// No device waits for admission under that session and those digits.
    public static let admissionUnknown = FaultKind(
        "admissionUnknown", 1502, "No device waits for admission under that session and those digits.",
        remedy: "read session.list again and compare the digits on both screens")
    /// Access is locked after too many wrong PINs.
    public static let locked = FaultKind(
        "locked", 1503, "Access is locked after too many wrong PINs.",
        remedy: "ask a parent, or wait for retryAfterMs")

    /// The rows above, in order.
    public static let ofDevices: [FaultKind] = [
        .newDeviceProofRequired, .admissionUnknown, .locked,
    ]
}
