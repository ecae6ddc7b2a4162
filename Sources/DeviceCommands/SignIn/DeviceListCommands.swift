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
        public let suspendedUntilMs: Instant?
    }

    public init() {}

    public func run(on device: Device) async throws -> Output {
        Output(
            devices: try await device.devices().map {
                ListedDevice(
                    deviceId: $0.deviceId, deviceName: $0.deviceName, isAdmitted: $0.isAdmitted,
                    isCurrent: $0.isCurrent, firstUsedAtMs: $0.firstUsedAtMs, lastUsedAtMs: $0.lastUsedAtMs,
                    suspendedUntilMs: $0.suspendedUntilMs)
            })
    }

    public static func text(of output: Output) -> String {
        output.devices.map { device in
            let out = device.suspendedUntilMs.map { "suspended until \($0)" } ?? "not admitted any more"
            let state = device.isCurrent ? "this device" : device.isAdmitted ? "admitted" : out
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
        /// The moment until which it is suspended; nil if it is removed for good.
        public let suspendedUntilMs: Instant?
    }

    /// The device's id, or its name if no other admitted device has it.
    public var device: String

    /// The confirmation: one of the three.
    public var recoveryCode: RecoveryCode?
    public var code: OneTimeCode?
    public var pin: EnteredPIN?

    public init(
        device: String, recoveryCode: RecoveryCode? = nil, code: OneTimeCode? = nil, pin: EnteredPIN? = nil
    ) {
        self.device = device
        self.recoveryCode = recoveryCode
        self.code = code
        self.pin = pin
    }

    public func run(on device: Device) async throws -> Output {
        let id = if let id = DeviceID(self.device) { id } else { try await onlyDeviceWithName(on: device) }
        let until = try await device.removeDevice(id, Device.Confirming(recoveryCode, code, pin))
        return Output(removed: id, suspendedUntilMs: until)
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
        output.suspendedUntilMs.map {
            "The device is suspended, and is removed on \($0) unless a recovery code stops this."
        }
            ?? "The device is removed. A code alone does not log it in any more."
    }

    public var commandLine: [String] {
        ["devices", "remove", device] + Device.Confirming.words(recoveryCode, code, pin)
    }

    public var standardInput: String { Device.Confirming.line(recoveryCode, pin) }
}

/// Gives this device another name.
public struct RenameDevice: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let name: String
    }

    public var name: String

    public init(name: String) { self.name = name }

    public func run(on device: Device) async throws -> Output {
        guard let name = DeviceName(rawValue: name) else {
            throw ArgumentFault("A device's name has 1 to 64 printable characters.")
        }
        try await device.rename(to: name)
        return Output(name: self.name)
    }

    public static func text(of output: Output) -> String {
        "This device is named “\(output.name.escapingUnprintable)”."
    }

    public var commandLine: [String] { ["devices", "rename", name] }
}
