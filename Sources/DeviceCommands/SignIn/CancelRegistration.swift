public import LatchkeyDevice

/// Gives up a registration that was started on this device and not confirmed.
public struct CancelRegistration: ArgumentlessCommand {
    public struct Output: Codable, Sendable {
        public let cancelled: Bool
    }

    public init() {}

    public func run(on device: Device) async throws -> Output {
        try await device.cancelRegistration()
        return Output(cancelled: true)
    }

    public static func text(of output: Output) -> String {
        "The registration is given up; its code is of no use any more."
    }

    public var commandLine: [String] { ["cancel-registration"] }
}
