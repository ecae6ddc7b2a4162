public import Domain
public import LatchkeyDevice
public import Primitives

/// Logs out on this device.
public struct LogOut: DeviceCommand {
    public var choice: SecretChoice
    /// The PIN that unlocks the device first, and on a child's device opens the session; nil where there is no need.
    public var pin: EnteredPIN?

    public init(choice: SecretChoice, pin: EnteredPIN? = nil) { (self.choice, self.pin) = (choice, pin) }

    public func run(on device: Device) async throws -> LogoutOutput {
        if let pin { _ = try await UnlockDevice(pin: pin).run(on: device) }
        try await device.logout(choice)
        return try await LogoutOutput(after: device)
    }

    public static func text(of output: LogoutOutput) -> String { output.notice }

    public var commandLine: [String] { ["logout", "--\(choice.rawValue)"] + UnlockDevice.words(pin) }

    public var standardInput: String { UnlockDevice.line(pin) }
}

/// Logs out on every device of the account.
public struct LogOutEverywhere: DeviceCommand {
    public var choice: SecretChoice
    /// True if all other devices have to be admitted again.
    public var forgetDevices: Bool?
    /// The confirmation of `forgetDevices`: one of the three.
    public var recoveryCode: RecoveryCode?
    public var code: OneTimeCode?
    public var pin: EnteredPIN?

    public init(
        choice: SecretChoice, forgetDevices: Bool? = nil, recoveryCode: RecoveryCode? = nil, code: OneTimeCode? = nil,
        pin: EnteredPIN? = nil
    ) {
        self.pin = pin
        self.choice = choice
        self.forgetDevices = forgetDevices
        self.recoveryCode = recoveryCode
        self.code = code
    }

    public func run(on device: Device) async throws -> LogoutOutput {
        try await device.logoutEverywhere(
            choice, forgetsDevices: forgetDevices ?? false, Device.Confirming(recoveryCode, code, pin))
        return try await LogoutOutput(after: device)
    }

    public static func text(of output: LogoutOutput) -> String { output.notice }

    public var commandLine: [String] {
        ["logout", "--everywhere"] + (forgetDevices == true ? ["--forget-devices"] : [])
            + Device.Confirming.words(recoveryCode, code, pin) + ["--\(choice.rawValue)"]
    }

    public var standardInput: String { Device.Confirming.line(recoveryCode, pin) }
}
