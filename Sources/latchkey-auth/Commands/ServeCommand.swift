import ArgumentParser
import ServiceHost

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Runs the service.")

    @OptionGroup var options: ServeOptions

    @Option(help: "The addresses devices use, as request proofs name them, separated by commas.")
    var publicURL: String?

    @Option(help: "How codes are sent: spool:FOLDER, or console with --demo.")
    var smsGateway: String?

    func run() async throws {
        let configuration = try options.configuration(
            AuthConfiguration.self, more: ["public-url": publicURL, "sms-gateway": smsGateway])
        try await AuthServer(configuration: configuration).run()
    }
}
