import LatchkeyDevice

/// The output of a logout or an account deletion: the notice, and the number of entries that stayed on the device.
public struct LogoutOutput: Codable, Sendable {
    /// The text of the Logged Out screen.
    public let notice: String
    /// The number of entries that are visible now.
    public let kept: Int

    init(after device: Device) async throws(DeviceFault) {
        notice = try await device.store.profile().notice ?? ""
        kept = try await device.entries().count
    }
}
