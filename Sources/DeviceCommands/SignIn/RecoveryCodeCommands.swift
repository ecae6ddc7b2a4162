public import Contracts
public import Domain
public import LatchkeyDevice
public import Primitives

/// Requests the one-time code that confirms an act.
public struct RequestConfirmation: DeviceCommand {
    public var purpose: CodePurpose

    public init(purpose: CodePurpose) { self.purpose = purpose }

    public func run(on device: Device) async throws -> OTPRequest.Answer {
        try await device.requestConfirmation(purpose)
    }

    public static func text(of output: OTPRequest.Answer) -> String {
        "A code is on its way. Repeat the command with: --code CODE"
    }

    public var commandLine: [String] {
        switch purpose {
        case .recoveryCodes: ["recovery-codes", "--send-code"]
        case .makePIN: ["pin", "set", "--send-code"]
        case .resetPIN: ["pin", "forgot"]
        case .changePhone: ["phone", "send-code"]
        case .makeSecondFactor: ["factor", "set", "--send-code"]
        case .login, .registration, .deleteAccount, .removeDevice: ["devices", "send-code"]
        }
    }
}

/// Makes new recovery codes and shows them once.
public struct MakeRecoveryCodes: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let codes: [String]
        /// The moment from which they are accepted.
        public let countFromMs: Instant
        /// True if they are accepted only after a time in which they can be stopped.
        public let isDelayed: Bool

        init(_ answer: AccountRecoveryCodes.Answer, isDelayed: Bool) {
            codes = answer.codes.map(\.reveal)
            countFromMs = answer.countFromMs
            self.isDelayed = isDelayed
        }
    }

    /// The confirmation: one of the three, or none for the first codes after the registration.
    public var recoveryCode: RecoveryCode?
    public var code: OneTimeCode?
    public var pin: EnteredPIN?

    public init(recoveryCode: RecoveryCode? = nil, code: OneTimeCode? = nil, pin: EnteredPIN? = nil) {
        self.recoveryCode = recoveryCode
        self.code = code
        self.pin = pin
    }

    public func run(on device: Device) async throws -> Output {
        let confirming = Device.Confirming(recoveryCode, code, pin)
        return Output(try await device.makeRecoveryCodes(confirming), isDelayed: code != nil)
    }

    public static func text(of output: Output) -> String {
        let advice =
            output.isDelayed
            ? "They count from \(output.countFromMs) on; the former ones are valid until then."
            : "Former codes are not valid any more."
        return "Write these codes down and keep them apart from this device. Each lets a new device in once.\n"
            + RecoveryCode.lines(output.codes).joined(separator: "\n") + "\n" + advice
    }

    public var commandLine: [String] { ["recovery-codes"] + Device.Confirming.words(recoveryCode, code, pin) }

    public var standardInput: String { Device.Confirming.line(recoveryCode, pin) }
}

/// Admits this new device by a recovery code.
public struct AdmitByRecoveryCode: DeviceCommand {
    public var recoveryCode: RecoveryCode

    public init(recoveryCode: RecoveryCode) { self.recoveryCode = recoveryCode }

    public func run(on device: Device) async throws -> StandingOutput {
        try await StandingOutput(device.admitByRecoveryCode(recoveryCode), on: device)
    }

    public static func text(of output: StandingOutput) -> String { output.text }

    public var commandLine: [String] { ["admit-me"] }

    public var standardInput: String { recoveryCode.reveal + "\n" }
}

extension RecoveryCode {
    /// The codes in groups of four characters, as a person writes them down.
    static func lines(_ codes: [String]) -> [String] { codes.map { RecoveryCode(wire: $0)?.grouped ?? $0 } }
}
