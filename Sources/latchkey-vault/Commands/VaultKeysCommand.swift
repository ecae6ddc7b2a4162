import ArgumentParser
import Primitives
import ServiceHost

/// `keys`: makes and lists the key files of the vault.
struct VaultKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Makes and lists keys.", subcommands: [Init.self, List.self, Publish.self])

    struct Init: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init", abstract: "Makes the key files of a new installation.")
        @OptionGroup var options: KeyInitOptions

        func run() throws {
            try options.run(service: "vault", peer: "auth") { folder in
                _ = try VaultServer.keyRing(folder)
                _ = try folder.secret("vault.session-handle")
                _ = try folder.serviceKey("vault")
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the key pairs of the link, and which one the settings name.")
        @OptionGroup var options: ServeOptions

        func run() throws {
            let common = try VaultConfiguration.load(options).configuration.common
            for line in try common.linkKeyLines() { print(line.escapingUnprintable) }
        }
    }

    struct Publish: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "publish",
            abstract:
                "Makes the files of a new key pair of the link, service-2, and says how it becomes the active one.")
        @OptionGroup var options: ServiceKeyOptions

        func run() throws { print(try options.publish(of: "vault", peer: "auth")) }
    }
}
