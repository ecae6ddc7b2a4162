import ArgumentParser
import DeviceCommands
import LatchkeyDevice

/// A subcommand that carries out one device command and prints its output.
protocol DeviceSubcommand: AsyncParsableCommand {
    var options: ProfileOptions { get }
    /// True if the command needs what a child's device has only after the PIN: its session, or its entries.
    static var needsChildPIN: Bool { get }
    /// Makes the device command from the options and arguments.
    func command() throws -> any DeviceCommand
}

extension DeviceSubcommand {
    static var needsChildPIN: Bool { false }

    /// Opens the profile and carries the command out; a fault is printed and ends the program with status 1.
    func run() async throws {
        try await options.format.printing {
            let device = try await ProfileFolder(options).device(options)
            try await options.unlock(device, needsChildPIN: Self.needsChildPIN)
            return try await options.format.text(of: command(), on: device)
        }
    }
}
