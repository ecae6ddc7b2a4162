public import LatchkeyDevice

/// Adds an entry from an otpauth address.
public struct AddEntry: DeviceCommand {
    public var uri: String

    public init(uri: String) { self.uri = uri }

    public func run(on device: Device) async throws -> EntryLabel { EntryLabel(try await device.add(uri: uri)) }

    public static func text(of output: EntryLabel) -> String {
        "Added \(output.text). It works here at once and goes to the server at the next sync."
    }

    public var commandLine: [String] { ["add", uri] }
}
