public import Contracts
public import Domain
public import LatchkeyDevice
public import Primitives

/// Requests the code that deletes the account.
public struct RequestAccountDeletion: ArgumentlessCommand {
    public init() {}

    public func run(on device: Device) async throws -> OTPRequest.Answer { try await device.requestDeletion() }

    public static func text(of output: OTPRequest.Answer) -> String {
        "A code is on its way. Delete the account with: latchkey delete-account CODE --keep | --delete"
    }

    public var commandLine: [String] { ["delete-account"] }
}

/// Deletes the account with the code from the message, the PIN or a recovery code: one of the three.
public struct ConfirmAccountDeletion: DeviceCommand {
    public var code: OneTimeCode?
    public var choice: SecretChoice
    public var pin: EnteredPIN?
    public var recoveryCode: RecoveryCode?

    public init(
        choice: SecretChoice, code: OneTimeCode? = nil, pin: EnteredPIN? = nil, recoveryCode: RecoveryCode? = nil
    ) {
        self.code = code
        self.choice = choice
        self.pin = pin
        self.recoveryCode = recoveryCode
    }

    public func run(on device: Device) async throws -> LogoutOutput {
        try await device.deleteAccount(choice, Device.Confirming(recoveryCode, code, pin))
        return try await LogoutOutput(after: device)
    }

    public static func text(of output: LogoutOutput) -> String { output.notice }

    public var commandLine: [String] {
        ["delete-account"] + (code.map { [$0.reveal] } ?? []) + Device.Confirming.words(recoveryCode, nil, pin)
            + ["--\(choice.rawValue)"]
    }

    public var standardInput: String { Device.Confirming.line(recoveryCode, pin) }
}
