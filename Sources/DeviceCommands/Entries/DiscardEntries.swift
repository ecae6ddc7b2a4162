public import LatchkeyDevice

/// Drops this device's version of undecided entries.
///
/// The selection of all foreign entries leaves out those of which this device may have the only copy. Each of them can
/// be selected by its name.
public struct DiscardEntries: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let discarded: [EntryLabel]
    }

    public var selection: UndecidedSelection

    public init(_ selection: UndecidedSelection) { self.selection = selection }

    public init(from decoder: any Decoder) throws { selection = try UndecidedSelection(from: decoder) }

    public func run(on device: Device) async throws -> Output {
        Output(discarded: try await selection.labels(on: device, onlyCopies: false, after: device.discard))
    }

    public static func text(of output: Output) -> String {
        UndecidedSelection.text(of: output.discarded, "Discarded here")
    }

    public var commandLine: [String] { ["discard"] + selection.words }
}
