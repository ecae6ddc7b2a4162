import Contracts
public import LatchkeyDevice
public import Primitives

/// Lists the account's devices, also those without a session.
public struct ListDevices: ArgumentlessCommand {
    public struct Output: Codable, Sendable {
        public let devices: [ListedDevice]
    }

    public struct ListedDevice: Codable, Sendable {
        public let deviceId: DeviceID
        public let deviceName: String
        public let isAdmitted: Bool
        public let isCurrent: Bool
        public let firstUsedAtMs: Instant
        public let lastUsedAtMs: Instant
    }

    public init() {}

    public func run(on device: Device) async throws -> Output {
        Output(
            devices: try await device.devices().map {
                ListedDevice(
                    deviceId: $0.deviceId, deviceName: $0.deviceName, isAdmitted: $0.isAdmitted,
                    isCurrent: $0.isCurrent, firstUsedAtMs: $0.firstUsedAtMs, lastUsedAtMs: $0.lastUsedAtMs)
            })
    }

    public static func text(of output: Output) -> String {
        output.devices.map { device in
            let state = device.isCurrent ? "this device" : device.isAdmitted ? "admitted" : "not admitted any more"
            return "\(device.deviceId)  \(device.deviceName.escapingUnprintable)  (\(state))"
        }.joined(separator: "\n")
    }

    public var commandLine: [String] { ["devices"] }
}

/// Removes another device of the account.
public struct RemoveDevice: DeviceCommand {
    public struct Output: Codable, Sendable {
        /// The device that was removed.
        public let removed: DeviceID
    }

    /// The device's id, or its name if no other admitted device has it.
    public var device: String

    public init(device: String) { self.device = device }

    public func run(on device: Device) async throws -> Output {
        let id = if let id = DeviceID(self.device) { id } else { try await onlyDeviceWithName(on: device) }
        try await device.removeDevice(id)
        return Output(removed: id)
    }

    private func onlyDeviceWithName(on device: Device) async throws -> DeviceID {
        let named = try await device.devices().filter { $0.isAdmitted && $0.deviceName == self.device }
        guard let only = named.first, named.count == 1 else {
            throw ArgumentFault(
                "No admitted device, or more than one, is named “\(self.device)”. 'latchkey devices' shows their ids.")
        }
        return only.deviceId
    }

    public static func text(of output: Output) -> String {
        "The device is removed. A code alone does not log it in any more."
    }

    public var commandLine: [String] { ["devices", "remove", device] }
}
