public import LatchkeyDevice

/// Asks auth for the session's status.
public struct UpdateStatus: ArgumentlessCommand {
    public init() {}
    public func run(on device: Device) async throws -> StandingOutput { StandingOutput(try await device.status()) }
    public static func text(of output: StandingOutput) -> String { output.text }
    public var commandLine: [String] { ["status"] }
}

/// Shows what the app shows and allows now, from what is stored here.
public struct ShowStanding: ArgumentlessCommand {
    public init() {}
    public func run(on device: Device) async throws -> StandingOutput {
        StandingOutput(try await device.store.profile())
    }
    public static func text(of output: StandingOutput) -> String { output.text }
    public var commandLine: [String] { ["standing"] }
}

/// Exchanges the refresh token for the next pair of tokens.
public struct RefreshSession: ArgumentlessCommand {
    public init() {}
    public func run(on device: Device) async throws -> StandingOutput { StandingOutput(try await device.refresh()) }
    public static func text(of output: StandingOutput) -> String { output.text }
    public var commandLine: [String] { ["refresh"] }
}
