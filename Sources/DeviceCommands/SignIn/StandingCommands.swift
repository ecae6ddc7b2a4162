public import LatchkeyDevice

/// Asks auth for the session's status.
public struct UpdateStatus: ArgumentlessCommand {
    public init() {}
    public func run(on device: Device) async throws -> StandingOutput {
        var output = try await StandingOutput(device.status(), on: device)
        output.newNotices = await device.newNoticeCount().flatMap { $0 > 0 ? $0 : nil }
        return output
    }
    public static func text(of output: StandingOutput) -> String { output.text }
    public var commandLine: [String] { ["status"] }
}

/// Shows what the app shows and allows now, from what is stored here.
public struct ShowStanding: ArgumentlessCommand {
    public init() {}
    public func run(on device: Device) async throws -> StandingOutput {
        try await StandingOutput(device.store.profile(), on: device)
    }
    public static func text(of output: StandingOutput) -> String { output.text }
    public var commandLine: [String] { ["standing"] }
}

/// Exchanges the refresh token for the next pair of tokens.
public struct RefreshSession: ArgumentlessCommand {
    public init() {}
    public func run(on device: Device) async throws -> StandingOutput {
        try await StandingOutput(device.refresh(), on: device)
    }
    public static func text(of output: StandingOutput) -> String { output.text }
    public var commandLine: [String] { ["refresh"] }
}
