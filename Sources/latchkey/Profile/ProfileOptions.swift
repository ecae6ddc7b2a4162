import ArgumentParser
import DeviceCommands
import Domain
import LatchkeyDevice

/// The options of every subcommand.
struct ProfileOptions: ParsableArguments {
    @Option(help: "The profile folder; LATCHKEY_PROFILE or ~/.latchkey when left out.")
    var profile: String?

    @Option(help: "Address of latchkey-auth, kept in the profile; or LATCHKEY_AUTH_URL.")
    var auth: String?

    @Option(help: "Address of latchkey-vault, kept in the profile; or LATCHKEY_VAULT_URL.")
    var vault: String?

    @Option(help: "The name of this device in lists of sessions, kept in the profile.")
    var name: String?

    @Flag(help: "Print JSON, faults included.")
    var json = false

    @Flag(help: "Read the PIN first, and carry the command out on the unlocked device.")
    var unlock = false

    /// Unlocks the device if the options ask for it, and if the command needs the PIN of a child's device, where each
    /// command is a start of the app.
    func unlock(_ device: Device, needsChildPIN: Bool) async throws {
        let child = try await device.store.profile().child
        let isNeeded = needsChildPIN && child?.isBound == true && child?.state != .childPINSetup
        if unlock || isNeeded { _ = try await UnlockDevice(pin: try SecretInput.pin()).run(on: device) }
    }

    var format: OutputFormat { json ? .json : .text }
}
