import ArgumentParser
import ServiceHost

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Runs the service.")

    @OptionGroup var options: AuthServeOptions

    func run() async throws {
        let (configuration, settings) = try AuthConfiguration.load(options)
        try await AuthServer(configuration: configuration, settings: settings).run()
    }
}
