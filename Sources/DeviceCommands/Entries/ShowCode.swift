public import LatchkeyDevice
public import Primitives

/// Shows the code of one entry. The counter of a counter-based entry is used up by it.
public struct ShowCode: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let id: SecretID
        public let issuer: String
        public let accountName: String
        public let code: String
        /// Milliseconds until the next code; absent for a counter-based entry.
        public let validForMs: Int64?
        /// The counter of the code; absent for a time-based entry.
        public let counter: DecimalInt64?
    }

    /// The id, issuer or account name of the entry.
    public var entry: String

    public init(entry: String) { self.entry = entry }

    public func run(on device: Device) async throws -> Output {
        let found = try await device.entry(named: entry)
        let (code, validForMs, counter): (String, Int64?, Int64?) =
            switch try await device.code(of: found) {
            case .current(let current): (current.code, current.validForMs, nil)
            case .counted(let code, let counter): (code, nil, counter)
            }
        return Output(
            id: found.id, issuer: found.issuer, accountName: found.accountName, code: code, validForMs: validForMs,
            counter: counter.map { DecimalInt64($0) })
    }

    /// The code alone in the first line, so that it is easily copied.
    public static func text(of output: Output) -> String {
        let name = "\(output.issuer.escapingUnprintable) (\(output.accountName.escapingUnprintable))"
        if let counter = output.counter { return "\(output.code)\n\(name), counter \(counter)" }
        return "\(output.code)\n\(name), valid for \(((output.validForMs ?? 0) + 999) / 1_000) s"
    }

    public var commandLine: [String] { ["code", entry] }
}
