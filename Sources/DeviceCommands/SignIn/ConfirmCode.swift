import Contracts
import Domain
public import LatchkeyDevice
public import Primitives

/// Completes the registration or the login in progress.
public struct ConfirmCode: DeviceCommand {
    /// The code from the message; nil where the facility group asks for none.
    public var code: OneTimeCode?

    /// A recovery code that admits this new device in the same call; for a login only.
    public var recoveryCode: RecoveryCode?

    public init(code: OneTimeCode?, recoveryCode: RecoveryCode? = nil) {
        self.code = code
        self.recoveryCode = recoveryCode
    }

    public func run(on device: Device) async throws -> StandingOutput {
        let isRegistration = try await device.store.profile().purpose == .registration
        guard !isRegistration || recoveryCode == nil else {
            throw ArgumentFault(
                "A registration takes no recovery code. Ask for a login code with: latchkey login PHONE")
        }
        let profile = try await device.confirm(code: code, recoveryCode: recoveryCode)
        var output = try await StandingOutput(profile, on: device)
        // Without an answer, and where the number had an account, the person makes codes with 'latchkey recovery-codes'.
        if isRegistration, !profile.isUnproven {
            output.recoveryCodes = try? await device.makeRecoveryCodes().codes.map(\.reveal)
        }
        return output
    }

    public static func text(of output: StandingOutput) -> String { output.text }

    public var commandLine: [String] {
        ["confirm"] + (code.map { [$0.reveal] } ?? []) + (recoveryCode == nil ? [] : ["--recovery-code"])
    }

    public var standardInput: String { recoveryCode.map { $0.reveal + "\n" } ?? "" }
}
