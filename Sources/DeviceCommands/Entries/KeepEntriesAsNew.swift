public import LatchkeyDevice

/// Keeps this device's version of undecided entries as new entries.
public struct KeepEntriesAsNew: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let kept: [EntryLabel]
    }

    public var selection: UndecidedSelection

    public init(_ selection: UndecidedSelection) { self.selection = selection }

    public init(from decoder: any Decoder) throws { selection = try UndecidedSelection(from: decoder) }

    public func run(on device: Device) async throws -> Output {
        Output(kept: try await selection.labels(on: device, onlyCopies: true, after: device.keepAsNew))
    }

    public static func text(of output: Output) -> String {
        UndecidedSelection.text(of: output.kept, "Kept as new, and sent at the next sync")
    }

    public var commandLine: [String] { ["keep-as-new"] + selection.words }
}
