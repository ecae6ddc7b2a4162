import ArgumentParser
import AuthService
import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives
import ServiceHost
import StrictJSON

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Makes, lists and replaces keys.",
        subcommands: [Init.self, List.self, Publish.self, Activate.self, Retire.self, Export.self])

    struct Init: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init", abstract: "Makes the key files of a new installation.")
        @OptionGroup var options: KeyInitOptions
        func run() throws { try options.run(service: "auth", peer: "vault", make: AuthKeyFiles.makeAll) }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the keys that can be replaced, and which instances lack one.")
        @OptionGroup var service: AdministrationSocketOptions

        func run() async throws {
            let answer = try await service.call(KeyList.self, Nothing())
            if service.json { return print(try WireEncoder().encode(answer).text) }
            for key in answer.keys { print(KeysCommand.line(key)) }
            let folder = try KeyFolder(DataFolder(service.data).keys, random: .system, makesMissing: false)
            for line in try folder.serviceKeyLines("auth") {
                print("\(line) (config print shows service-key, which names the active one)")
            }
            print("running instances: \(answer.instances.joined(separator: ", "))")
        }
    }

    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "publish",
            abstract: """
                Makes the file of a new key, and makes the key known to all instances. Run it once, as the service's user, \
                and copy the file to the key folder of each other host.
                """)
        @OptionGroup var service: AdministrationSocketOptions
        @Argument(help: "The kind and number of the key: signing-2.", transform: PublishedKey.init(argument:))
        var key: PublishedKey

        func run() async throws {
            switch key {
            case .rotating(let key): try await publish(key)
            case .service(let key):
                print(try ServiceKeyOptions.publish(key, of: "auth", peer: "vault", in: service.data))
            }
        }

        private func publish(_ key: KeyID) async throws {
            let path = DataFolder(service.data).keys
            let file = try KeyFolder(path, random: .system, makesMissing: false).rotatingKeyFile(key)
            let published = try await KeyPublication(key: key, folder: path, file: file).run(
                listing: { try await service.call(KeyList.self, Nothing()).keys },
                reading: { _ = try $0.rotatingKey(key) },
                publishing: { try await service.call(KeyPublish.self, .init(key: key)).key })
            KeysCommand.show(published, service)
        }
    }

    struct Activate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "activate",
            abstract: "Uses a published key from now on; the former one makes nothing more and is kept.")
        @OptionGroup var service: AdministrationSocketOptions
        @Argument(help: "The kind and number of the key: signing-2.", transform: KeysCommand.key) var key: KeyID

        func run() async throws {
            KeysCommand.show(try await service.call(KeyActivate.self, .init(key: key)).key, service)
        }
    }

    struct Retire: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retire", abstract: "Ends the use of a key that is not active.")
        @OptionGroup var service: AdministrationSocketOptions
        @Argument(help: "The kind and number of the key: signing-1.", transform: KeysCommand.key) var key: KeyID

        func run() async throws {
            KeysCommand.show(try await service.call(KeyRetire.self, .init(key: key)).key, service)
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Prints the public signing keys in PEM, for programs that verify access tokens with files.")
        @Option(help: "The service's data folder.") var data = "data"
        @Option(help: "Only this key: signing-2.", transform: KeysCommand.key) var key: KeyID?
        @Flag(help: "Print PEM, which is the only form.") var pem = false

        func run() throws {
            let folder = try KeyFolder(DataFolder(data).keys, random: .system, makesMissing: false)
            let ids = try folder.rotatingKeys(.signing).filter { key == nil || $0 == key }
            guard !ids.isEmpty else { throw ValidationError("\(folder.path) has no such signing key") }
            for id in ids {
                guard case .signing(let key) = try folder.rotatingKey(id) else { continue }
                print(key.publicKey.pem, terminator: "")
            }
        }
    }

    /// A key that `publish` makes: one whose state is in the database, or a key pair of the link.
    enum PublishedKey: Sendable {
        case rotating(KeyID)
        case service(ServiceKeyName)

        init(argument text: String) throws {
            self = try ServiceKeyName(text).map { .service($0) } ?? .rotating(KeysCommand.key(text))
        }
    }

    fileprivate static func key(_ text: String) throws -> KeyID {
        guard let key = KeyID(rawValue: text) else {
            throw ValidationError("a key is named by its kind and number, such as signing-2, seal-2 or service-2")
        }
        return key
    }

    private static func show(_ key: KeyView, _ service: AdministrationSocketOptions) {
        if service.json {
            print((try? WireEncoder().encode(key).text) ?? "")
        } else {
            print(line(key))
        }
    }

    private static func line(_ key: KeyView) -> String { key.line(countingRowsAs: "row") }
}
