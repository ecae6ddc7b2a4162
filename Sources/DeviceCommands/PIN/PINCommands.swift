public import LatchkeyDevice
public import Primitives

/// Gives the account its PIN.
public struct MakePIN: DeviceCommand {
    public struct Output: Codable, Sendable {
        /// The moment from which the PIN confirms acts on the account.
        public let countsFromMs: Instant
        /// True if this is later than now.
        public let isDelayed: Bool
    }

    public var pin: EnteredPIN
    /// The confirmation: one of the two, or none soon after the registration.
    public var recoveryCode: RecoveryCode?
    public var code: OneTimeCode?

    public init(pin: EnteredPIN, recoveryCode: RecoveryCode? = nil, code: OneTimeCode? = nil) {
        self.pin = pin
        self.recoveryCode = recoveryCode
        self.code = code
    }

    public func run(on device: Device) async throws -> Output {
        let start = try await device.makePIN(pin.secret, Device.Confirming(recoveryCode, code))
        return Output(countsFromMs: start, isDelayed: code != nil)
    }

    public static func text(of output: Output) -> String {
        "The account has a PIN. This device logs in with it alone: latchkey login --pin"
            + (output.isDelayed ? "\nIt confirms changes of the account from \(output.countsFromMs) on." : "")
    }

    public var commandLine: [String] { ["pin", "set"] + Device.Confirming.words(recoveryCode, code) }

    public var standardInput: String { pin.text + "\n" + (recoveryCode.map { $0.reveal + "\n" } ?? "") }
}

/// Replaces the account's PIN by another one.
public struct ChangePIN: DeviceCommand {
    public struct Output: Codable, Sendable {
        /// The moment from which the new PIN confirms acts on the account.
        public let countsFromMs: Instant
    }

    public var pin: EnteredPIN
    public var newPin: EnteredPIN

    public init(pin: EnteredPIN, newPin: EnteredPIN) {
        self.pin = pin
        self.newPin = newPin
    }

    public func run(on device: Device) async throws -> Output {
        Output(countsFromMs: try await device.changePIN(from: pin.secret, to: newPin.secret))
    }

    public static func text(of output: Output) -> String { "The PIN is changed, for all devices of the account." }

    public var commandLine: [String] { ["pin", "change"] }

    public var standardInput: String { pin.text + "\n" + newPin.text + "\n" }
}

/// Logs in by the PIN: without a code on an admitted device, and beside the code on a new one.
public struct LogInWithPIN: DeviceCommand {
    public var pin: EnteredPIN

    public init(pin: EnteredPIN) { self.pin = pin }

    public func run(on device: Device) async throws -> StandingOutput {
        try await StandingOutput(device.logInWithPIN(pin.secret), on: device)
    }

    public static func text(of output: StandingOutput) -> String { output.text }

    public var commandLine: [String] { ["login", "--pin"] }

    public var standardInput: String { pin.text + "\n" }
}
