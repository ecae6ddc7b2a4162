import ArgumentParser
import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives
import ServiceHost
import StrictJSON

/// `keys`: makes, lists and replaces the keys of the vault.
struct VaultKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Makes, lists and replaces keys.",
        subcommands: [Init.self, List.self, Publish.self, Activate.self, Retire.self, RotateData.self])

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

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: """
                Lists the key pairs of the link, and which one the settings name. If the service runs, also the wrapping keys \
                with the data keys that need each, and how far the renewal of data keys has come.
                """)
        @OptionGroup var options: ServeOptions
        @Flag(help: "Print the wrapping keys of the running service as JSON.") var json = false

        func run() async throws {
            let common = try VaultConfiguration.load(options).configuration.common
            let socket = AdministrationSocket(of: VaultConfiguration.service, in: common.dataFolder)
            if json {
                return print(try WireEncoder().encode(try await socket.call(KeyList.self, Nothing(), within: 60)).text)
            }
            for line in try common.linkKeyLines() { print(line.escapingUnprintable) }
            guard let answer = try await socket.callIfServed(KeyList.self, Nothing(), within: 60) else {
                return print("the wrapping keys are not listed, because the service does not run")
            }
            for key in answer.keys { print(VaultKeysCommand.line(key).escapingUnprintable) }
            print(VaultKeysCommand.line(try await socket.call(DataKeyState.self, Nothing(), within: 60)))
            print("running instances: \(answer.instances.joined(separator: ", "))".escapingUnprintable)
        }
    }

    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "publish",
            abstract: """
                Makes the file of a new wrapping key, kek-2, and makes the key known to all instances; or makes the files of \
                a new key pair of the link, service-2. Run it once, as the service's user, and copy the file to the key folder \
                of each other host.
                """)
        @OptionGroup var service: VaultSocketOptions
        @Argument(help: "The kind and number of the key: kek-2 or service-2.", transform: PublishedKey.init(argument:))
        var key: PublishedKey

        func run() async throws {
            switch key {
            case .service(let key):
                print(try ServiceKeyOptions.publish(key, of: "vault", peer: "auth", in: service.data))
            case .wrapping(let key): try await publish(key)
            }
        }

        private func publish(_ key: KeyID) async throws {
            let path = DataFolder(service.data).keys
            // Without the index key this is not the key folder of the vault.
            _ = try KeyFolder(path, random: .system, makesMissing: false).secret("vault.index")
            let publication = KeyPublication(key: key, folder: path, file: "vault.\(key).key")
            let published = try await publication.run(
                listing: { try await service.call(KeyList.self, Nothing()).keys },
                reading: { _ = try $0.secret("vault.\(key)") },
                publishing: { try await service.call(KeyPublish.self, .init(key: key)).key })
            VaultKeysCommand.show(published, service)
        }
    }

    struct Activate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "activate",
            abstract: """
                Wraps data keys with a published key from now on, and wraps those of the former key anew in the background; \
                keys list shows how many are left.
                """)
        @OptionGroup var service: VaultSocketOptions
        @Argument(help: "The wrapping key: kek-2.", transform: VaultKeysCommand.key) var key: KeyID

        func run() async throws {
            VaultKeysCommand.show(try await service.call(KeyActivate.self, .init(key: key)).key, service)
        }
    }

    struct Retire: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retire",
            abstract: """
                Ends the use of a wrapping key that no data key needs. Backups from before still need its file: doctor says when \
                to destroy it.
                """)
        @OptionGroup var service: VaultSocketOptions
        @Argument(help: "The wrapping key: kek-1.", transform: VaultKeysCommand.key) var key: KeyID

        func run() async throws {
            VaultKeysCommand.show(try await service.call(KeyRetire.self, .init(key: key)).key, service)
        }
    }

    struct RotateData: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate-data",
            abstract: """
                Gives one account, or every account, a new data key, and seals its secrets anew in the background; keys list \
                shows the progress.
                """)
        @OptionGroup var service: VaultSocketOptions
        @Option(help: "Only this account.", transform: Self.account) var account: AccountID?

        func run() async throws {
            let answer = try await service.call(DataKeyRotate.self, .init(accountId: account))
            print(service.json ? try WireEncoder().encode(answer).text : VaultKeysCommand.line(answer))
        }

        private static func account(_ text: String) throws -> AccountID {
            guard let account = AccountID(text) else { throw ValidationError("\(text) is no account identifier") }
            return account
        }
    }

    /// A key that `publish` makes: a wrapping key, or a key pair of the link.
    enum PublishedKey: Sendable {
        case wrapping(KeyID)
        case service(ServiceKeyName)

        init(argument text: String) throws {
            self = try ServiceKeyName(text).map { .service($0) } ?? .wrapping(VaultKeysCommand.key(text))
        }
    }

    fileprivate static func key(_ text: String) throws -> KeyID {
        guard let key = KeyID(rawValue: text), key.kind == .kek else {
            throw ValidationError(
                "a wrapping key is named by its number, such as kek-2, and a key pair of the link service-2")
        }
        return key
    }

    private static func show(_ key: KeyView, _ service: VaultSocketOptions) {
        print(service.json ? (try? WireEncoder().encode(key).text) ?? "" : line(key).escapingUnprintable)
    }

    private static func line(_ key: KeyView) -> String { key.line(countingRowsAs: "data key") }

    private static func line(_ progress: DataKeyView) -> String {
        let waiting = progress.waiting == 1 ? "1 account waits" : "\(progress.waiting) accounts wait"
        let former = progress.former == 1 ? "1 former data key is" : "\(progress.former) former data keys are"
        return "\(waiting) for a new data key, and \(former) left"
    }
}
