import ArgumentParser
import DeviceCommands
import Glibc

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the entries with their current codes.")
    @OptionGroup var options: ProfileOptions
    @Flag(help: "Show the shared keys too.") var secrets = false
    @Flag(help: "Repeat every second until Ctrl-C; in JSON one line each time.") var watch = false

    func run() async throws {
        var command = ListEntries(secrets: secrets)
        let format = options.format
        try await format.printing {
            let device = try await ProfileFolder(options).device(options)
            try await options.unlock(device, needsChildPIN: true)
            while watch {
                defer { command = ListEntries(secrets: secrets, isUse: false) }
                let text = try await format.text(of: command, on: device)
                print(format == .json ? text : "\u{1B}[2J\u{1B}[H\(text)\n\nCtrl-C ends.")
                fflush(nil)
                sleep(1)
            }
            return try await format.text(of: command, on: device)
        }
    }
}
