import Cryptography
import Curl
import DPoP
import DeviceCommands
import Glibc
import LatchkeyDevice
import Primitives
import RPCClient
import SQL
import StrictJSON

/// The folder of one device: `device.key` (P-256, PEM), `platform.key`, `store.sqlite`, `endpoints.json`, and during the
/// offline hours `unlock.share`.
struct ProfileFolder {
    let path: String

    /// Creates the folder where it does not exist, with mode 0700.
    init(_ options: ProfileOptions) throws {
        path =
            options.profile ?? Endpoints.variable("LATCHKEY_PROFILE") ?? (Endpoints.variable("HOME") ?? ".")
            + "/.latchkey"
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw ProfileFault("The profile folder \(path) cannot be made: \(SystemError()).")
        }
    }

    /// Opens the device of this folder; its keys are generated at first use.
    func device(_ options: ProfileOptions) async throws -> Device {
        let random = RandomSource.system
        let endpoints = try endpoints(options)
        let pem = try PrivateFile.contents(of: path + "/device.key") {
            Array(P256.PrivateKey.generate(random).pem.utf8)
        }
        let platform = try PrivateFile.contents(of: path + "/platform.key") {
            guard access(path + "/store.sqlite", F_OK) != 0 else {
                throw ProfileFault(
                    "The store in \(path) cannot be read without its key. Restore platform.key, or remove store.sqlite to begin anew."
                )
            }
            return Key256.generate(random).reveal
        }
        guard let key = try? P256.PrivateKey(pem: String(decoding: pem, as: UTF8.self)),
            let platformKey = Key256(platform)
        else { throw ProfileFault("A key file in \(path) is damaged. Restore device.key and platform.key.") }
        let client = try CurlClient()
        let store = try await openStore(platformKey, random)
        let device = Device(
            name: endpoints.name, auth: HTTPConnection(to: endpoints.auth, with: client, limits: .device),
            authURL: endpoints.auth, vault: HTTPConnection(to: endpoints.vault, with: client, limits: .device),
            key: DeviceKey(key), store: store,
            clock: .system, random: random, language: Endpoints.language)
        try await device.appStarted()
        return device
    }

    /// Opens the store. While another command has it open, this one waits for up to 5 s, because one process at a time
    /// can use a SQLite file.
    private func openStore(_ platformKey: Key256, _ random: RandomSource) async throws -> LocalStore {
        let file = path + "/store.sqlite"
        let share = ShareFile(path: path + "/unlock.share")
        var attempts = 0, unexplained = 0
        while true {
            do {
                let store = try await LocalStore.open(
                    path: file, platformKey: platformKey, random: random,
                    shares: HeldShares(clock: .system, storage: share))
                // A share that was written in part would outlast the offline hours. Only this process has the store open.
                try PrivateFile.eraseUnfinished(share.path)
                return store
            } catch let fault as SQLFault {
                guard case .unavailable = fault else { throw fault }
                // A command that had the store open at the attempt may have ended before this question.
                unexplained = LocalStore.isOpen(path: file) ? 0 : unexplained + 1
                guard unexplained < 10 else { throw fault }
                guard attempts < 250 else {
                    throw ProfileFault("Another latchkey command has the profile \(path) open. End it and try again.")
                }
            }
            attempts += 1
            usleep(20_000)
        }
    }

    private func endpoints(_ options: ProfileOptions) throws -> Endpoints {
        let file = path + "/endpoints.json"
        var stored: JSONObject = [:]
        if let bytes = try PrivateFile.contents(of: file), let object = try? JSON(parsing: bytes).object {
            stored = object
        }
        var endpoints = Endpoints(stored)
        endpoints.apply(options)
        if stored.isEmpty || options.auth ?? options.vault ?? options.name != nil, endpoints.object != stored {
            try PrivateFile.write(JSON.object(endpoints.object).encoded(), to: file)
        }
        return endpoints
    }
}

/// A profile that cannot be used; the sentence says what to do.
struct ProfileFault: ReportedFault {
    let sentence: String
    var name: String { "profile" }
    init(_ sentence: String) { self.sentence = sentence }
}
