public import Contracts
public import LatchkeyDevice
import StrictJSON

/// Shows everything about the person that auth has stored and that is no secret, as a JSON document.
public struct ExportAccount: ArgumentlessCommand {
    public init() {}

    public func run(on device: Device) async throws -> AccountExport.Answer { try await device.exportAccount() }

    public static func text(of output: AccountExport.Answer) -> String {
        // A document of these types can always be written.
        (try? WireEncoder().encode(output).pretty) ?? ""
    }

    public var commandLine: [String] { ["export-account"] }
}
