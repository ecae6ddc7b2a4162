public import DeviceCommands
public import JSONRPC
public import Primitives
public import StrictJSON
import Synchronization

/// Plays stories with real `latchkey` processes against a running pair of services: each device is a profile folder,
/// messages come from the spool folder, and the operator uses the command line of `latchkey-auth`.
public final class ProcessDriver: StoryDriver {
    /// The running pair.
    public struct Pair: Sendable {
        /// The public addresses, ending in `/rpc`.
        public var authURL: String, vaultURL: String
        /// Connections for calls without a device.
        public var auth: any Connection, vault: any Connection
        /// Paths of the programs.
        public var latchkey: String, latchkeyAuth: String
        /// Auth's data folder, which holds its administration socket.
        public var authData: String
        /// The folder to which auth writes messages.
        public var spool: String
        /// The vault's database: a file or a postgres:// address.
        public var vaultDatabase: String
        /// The folder of the independent programs `totp.py` and `vault_rows.py`.
        public var oracles: String
        /// The address of a relay before auth that loses the answer to a call of the method that the file `lost-answer`
        /// in auth's data folder names, and then removes the file; nil if there is none.
        public var relayURL: String?
        /// The process that kills and restarts a service on a signal; nil if there is none.
        public var supervisor: Int32?

        public init(
            authURL: String, vaultURL: String, auth: any Connection, vault: any Connection, latchkey: String,
            latchkeyAuth: String, authData: String, spool: String, vaultDatabase: String, oracles: String,
            relayURL: String?, supervisor: Int32?
        ) {
            self.authURL = authURL
            self.vaultURL = vaultURL
            self.auth = auth
            self.vault = vault
            self.latchkey = latchkey
            self.latchkeyAuth = latchkeyAuth
            self.authData = authData
            self.spool = spool
            self.vaultDatabase = vaultDatabase
            self.oracles = oracles
            self.relayURL = relayURL
            self.supervisor = supervisor
        }
    }

    public let steady = SteadyClock.system
    public let wall = WallClock.system
    public let random = RandomSource.system
    let pair: Pair
    let folder: String
    private let spool: SpoolReader
    private let titles = Mutex<[String: String]>([:])

    /// - Parameter folder: an empty folder for the profiles.
    public init(_ pair: Pair, folder: String) {
        self.pair = pair
        self.folder = folder
        spool = SpoolReader(pair.spool)
    }

    public func begin(_ devices: [Story.Device]) async throws {
        for device in devices { titles.withLock { $0[device.name] = device.title } }
    }

    public func run(
        _ command: any DeviceCommand, on device: String, losing method: String?
    ) async throws -> JSONObject {
        guard let method else { return try await run(command, on: device, authURL: pair.authURL) }
        return try await losingAnswer(to: method) { try await run(command, on: device, authURL: $0) }
    }

    private func run(
        _ command: any DeviceCommand, on device: String, authURL: String
    ) async throws -> JSONObject {
        let options = [
            "--json", "--profile", try profile(of: device), "--name", titles.withLock { $0[device] } ?? "", "--auth",
            authURL, "--vault", pair.vaultURL,
        ]
        let outcome = try await ChildProgram(path: pair.latchkey).run(
            options + command.commandLine, input: Array(command.standardInput.utf8))
        return try Self.object(outcome, of: command.commandLine[0])
    }

    public func call(_ method: String, _ params: JSON?, service: String?, token: JSON?) async throws -> JSONObject {
        let connection = RawReply.isForVault(method, service: service) ? pair.vault : pair.auth
        return await connection.rawCall(method, params, token: token)
    }

    public func operate(_ command: String, _ arguments: JSONObject) async throws -> JSONObject {
        let phone = arguments["phone"]?.string ?? ""
        let reason = arguments["reason"]?.string.map { ["--reason=\($0)"] } ?? []
        let words =
            switch command {
            case "approve": ["approve", "yes", phone]
            case "disapprove": ["approve", "no", phone] + reason
            case "explain": ["approve", "why", phone]
            default: throw StoryError("the operator cannot \(command)")
            }
        let outcome = try await ChildProgram(path: pair.latchkeyAuth).run(words + ["--json", "--data", pair.authData])
        return try Self.object(outcome, of: command)
    }

    public func administer(_ command: AdministratorCommand, _ arguments: JSONObject) async throws -> JSONObject {
        let words = try command.words(arguments) + ["--json", "--data", pair.authData]
        return try Self.object(await ChildProgram(path: pair.latchkeyAuth).run(words), of: command.rawValue)
    }

    /// The profile folder of a device.
    func profile(of device: String) throws -> String {
        guard titles.withLock({ $0[device] }) != nil else { throw StoryError("there is no device \(device)") }
        return "\(folder)/\(device)"
    }

    public func code(for phone: String) async throws -> String? { try spool.code(for: phone) }

    public func pause(_ duration: Duration) async throws { try await Task.sleep(for: duration) }

    public func advance(_ duration: Duration) async throws {
        throw StoryError("a real clock cannot be moved forward: this story is played in-process only")
    }

    public func vaultRows(of account: String) async throws -> JSONObject {
        try await Self.object(runOracle("vault_rows.py", [pair.vaultDatabase, account]), of: "vault_rows.py")
    }

    public func independentCode(of entry: JSONObject, at moment: Instant) async throws -> String {
        var question = entry
        question["atMs"] = .string("\(moment.ms)")
        let outcome = try await runOracle("totp.py", input: JSON.object(question).encoded())
        guard outcome.status == 0 else { throw StoryError("totp.py failed: \(outcome.errors)") }
        return String(decoding: outcome.output.filter { $0 > 32 }, as: UTF8.self)
    }

    private func runOracle(
        _ name: String, _ arguments: [String] = [], input: [UInt8] = []
    ) async throws -> ChildProgram.Outcome {
        try await ChildProgram(path: "/usr/bin/env").run(
            ["python3", "\(pair.oracles)/\(name)"] + arguments, input: input)
    }

    /// The JSON object that a program printed, be it an output or a fault.
    private static func object(_ outcome: ChildProgram.Outcome, of command: String) throws -> JSONObject {
        guard case .object(let object)? = try? JSON(parsing: outcome.output) else {
            throw StoryError("\(command) ended with status \(outcome.status) and no JSON: \(outcome.errors)")
        }
        return object
    }
}
