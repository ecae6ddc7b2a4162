import LatchkeyDevice

/// What a logout or an account deletion left on the device.
public struct LeavingOutput: Codable, Sendable {
    /// The text of the Logged Out screen.
    public let notice: String
    /// How many entries are visible now.
    public let kept: Int

    init(after device: Device) async throws(DeviceFault) {
        notice = try await device.store.profile().notice ?? ""
        kept = try await device.entries().count
    }
}
