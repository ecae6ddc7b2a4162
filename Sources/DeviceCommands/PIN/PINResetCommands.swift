public import Contracts
public import LatchkeyDevice
public import Primitives

/// Begins the replacement of a forgotten PIN: asks for the code that confirms it.
public struct BeginPINReset: ArgumentlessCommand {
    public init() {}

    public func run(on device: Device) async throws -> OTPRequest.Answer { try await device.beginPINReset() }

    public static func text(of output: OTPRequest.Answer) -> String {
        "A code is on its way. Enter the new PIN with: latchkey pin reset --code CODE"
    }

    public var commandLine: [String] { ["pin", "forgot"] }
}

/// Requests a new PIN in place of a forgotten one.
public struct RequestPINReset: DeviceCommand {
    public struct Output: Codable, Sendable {
        /// The state of the device after the request.
        public let status: StandingOutput
        /// The moment at which the new PIN takes effect by itself; nil if an operator decides.
        public let takesEffectAtMs: Instant?
    }

    public var pin: EnteredPIN
    public var code: OneTimeCode

    public init(pin: EnteredPIN, code: OneTimeCode) {
        self.pin = pin
        self.code = code
    }

    public func run(on device: Device) async throws -> Output {
        let (profile, takesEffect) = try await device.requestPINReset(to: pin.secret, code: code)
        return Output(status: try await StandingOutput(profile, on: device), takesEffectAtMs: takesEffect)
    }

    public static func text(of output: Output) -> String {
        let moment = output.takesEffectAtMs.map {
            "It takes effect on \($0), or when another of your devices or a recovery code confirms it."
        }
        return output.status.text + "\nThe new PIN is requested. "
            + (moment ?? "It takes effect when an operator approves you.")
    }

    public var commandLine: [String] { ["pin", "reset", "--code", code.reveal] }

    public var standardInput: String { pin.text + "\n" }
}

/// Ends the replacement of a forgotten PIN; the present PIN stays.
public struct CancelPINReset: ArgumentlessCommand {
    public init() {}

    public func run(on device: Device) async throws -> StandingOutput {
        try await StandingOutput(device.cancelPINReset(), on: device)
    }

    public static func text(of output: StandingOutput) -> String { output.text }

    public var commandLine: [String] { ["pin", "cancel-reset"] }
}

/// Lets a requested PIN take effect.
public struct ConfirmPINReset: DeviceCommand {
    /// Needed if this device itself has made the request.
    public var recoveryCode: RecoveryCode?

    public init(recoveryCode: RecoveryCode? = nil) { self.recoveryCode = recoveryCode }

    public func run(on device: Device) async throws -> StandingOutput {
        try await StandingOutput(device.confirmPINReset(by: recoveryCode), on: device)
    }

    public static func text(of output: StandingOutput) -> String { output.text }

    public var commandLine: [String] { ["pin", "confirm-reset"] + (recoveryCode == nil ? [] : ["--recovery-code"]) }

    public var standardInput: String { recoveryCode.map { $0.reveal + "\n" } ?? "" }
}
