import Contracts
public import LatchkeyDevice
public import Primitives

/// Lists the account's devices, also those that wait to be admitted.
public struct ListSessions: ArgumentlessCommand {
    public struct Output: Codable, Sendable {
        public let sessions: [Session]
    }

    public struct Session: Codable, Sendable {
        public let sessionId: SessionID
        public let deviceName: String
        public let isPending: Bool
        public let isCurrent: Bool
        public let firstUsedAtMs: Instant
        public let lastUsedAtMs: Instant
        /// While pending: the two digits on the device's screen.
        public let digits: String?
    }

    public init() {}

    public func run(on device: Device) async throws -> Output {
        Output(
            sessions: try await device.sessions().map {
                Session(
                    sessionId: $0.sessionId, deviceName: $0.deviceName, isPending: $0.isPending,
                    isCurrent: $0.isCurrent, firstUsedAtMs: $0.firstUsedAtMs, lastUsedAtMs: $0.lastUsedAtMs,
                    digits: $0.digits)
            })
    }

    public static func text(of output: Output) -> String {
        output.sessions.map { session in
            let digits = session.digits.map { ", shows \($0)" } ?? ""
            let state =
                session.isPending ? "waits to be admitted\(digits)" : session.isCurrent ? "this device" : "signed in"
            return "\(session.deviceName.escapingUnprintable)  (\(state))"
        }.joined(separator: "\n")
    }

    public var commandLine: [String] { ["sessions"] }
}
