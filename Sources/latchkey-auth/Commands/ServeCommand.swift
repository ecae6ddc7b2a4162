import ArgumentParser
import Primitives
import ServiceHost

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Runs the service.")

    @OptionGroup var options: ServeOptions

    @Option(help: "How codes are sent: spool:FOLDER, or console with --demo.")
    var sms: String?

    func run() async throws {
        let settings = try options.settings(AuthRegistry.settings, also: ["sms": sms])
        try await AuthServer(settings: settings, clock: .system, steady: .system, random: .system).run()
    }
}
