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

/// Deletes the account with the code from the message.
public struct DeleteAccountWithCode: DeviceCommand {
    public var code: OneTimeCode
    public var choice: SecretChoice

    public init(code: OneTimeCode, choice: SecretChoice) {
        self.code = code
        self.choice = choice
    }

    public func run(on device: Device) async throws -> LogoutOutput {
        try await device.deleteAccount(code: code, choice)
        return try await LogoutOutput(after: device)
    }

    public static func text(of output: LogoutOutput) -> String { output.notice }

    public var commandLine: [String] { ["delete-account", code.reveal, "--\(choice.rawValue)"] }
}
