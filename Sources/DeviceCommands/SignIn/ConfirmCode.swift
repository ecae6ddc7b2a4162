public import LatchkeyDevice
public import Primitives

/// Completes the registration or the login in progress.
public struct ConfirmCode: DeviceCommand {
    /// The code from the message; nil where the facility group asks for none.
    public var code: OneTimeCode?

    public init(code: OneTimeCode?) { self.code = code }

    public func run(on device: Device) async throws -> StandingOutput {
        try await StandingOutput(device.confirm(code: code), on: device)
    }

    public static func text(of output: StandingOutput) -> String { output.text }

    public var commandLine: [String] { ["confirm"] + (code.map { [$0.reveal] } ?? []) }
}
