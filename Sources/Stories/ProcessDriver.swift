public import JSONRPC
public import LatchkeyDevice
public import Primitives
public import StrictJSON
import Synchronization

/// Plays stories with real `latchkey` processes against a running pair: a profile folder a device, messages from the
/// spool folder, the operator by `latchkey-auth`'s command line.
public final class ProcessDriver: Driver {
    /// The pair it is told about.
    public struct Pair: Sendable {
        /// Public addresses, ending in `/rpc`.
        public var authURL: String, vaultURL: String
        /// The ways to them, for calls of nobody in particular.
        public var auth: any Connection, vault: any Connection
        /// Programs: the reference device, and auth's command line.
        public var latchkey: String, latchkeyAuth: String
        /// Auth's data folder, where its operations socket is.
        public var authData: String
        /// The folder that messages are spooled to.
        public var spool: String
        /// The vault's database: a file or a postgres:// address.
        public var vaultDatabase: String
        /// The folder of programs that are not ours: `totp.py`, `vault_rows.py`.
        public var oracles: String
        /// The process that restarts a killed service at a signal; nil where none does.
        public var keeper: Int32?

        /// All of it.
        public init(
            authURL: String, vaultURL: String, auth: any Connection, vault: any Connection, latchkey: String,
            latchkeyAuth: String, authData: String, spool: String, vaultDatabase: String, oracles: String,
            keeper: Int32?
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
            self.keeper = keeper
        }
    }

    /// See `Driver`.
    public let steady = SteadyClock.system
    /// See `Driver`.
    public let wall = WallClock.system
    /// See `Driver`.
    public let random = RandomSource.system
    let pair: Pair
    private let folder: String
    private let spool: SpoolReader
    private let titles = Mutex<[String: String]>([:])

    /// - Parameter folder: an empty folder for the profiles.
    public init(_ pair: Pair, folder: String) {
        self.pair = pair
        self.folder = folder
        spool = SpoolReader(pair.spool)
    }

    /// See `Driver`.
    public func begin(_ phones: [Story.Phone]) async throws {
        for phone in phones { titles.withLock { $0[phone.name] = phone.title } }
    }

    /// See `Driver`.
    public func run(_ verb: Verb, _ arguments: JSONObject, on name: String) async throws -> JSONObject {
        guard let title = titles.withLock({ $0[name] }) else { throw StoryMistake("there is no device \(name)") }
        let (words, input) = try verb.words(arguments)
        let options = [
            "--json", "--profile", "\(folder)/\(name)", "--name", title, "--auth", pair.authURL, "--vault",
            pair.vaultURL,
        ]
        return try await Self.answer(
            Program(path: pair.latchkey).run(options + words, input: Array(input.utf8)), words[0])
    }

    /// See `Driver`.
    public func call(_ method: String, _ params: JSON?, service: String?, token: JSON?) async throws -> JSONObject {
        let connection = BareAnswer.isVaults(method, asked: service) ? pair.vault : pair.auth
        return await BareCall.send(method, params, token: token, over: connection)
    }

    /// See `Driver`.
    public func operate(_ command: String, _ arguments: JSONObject) async throws -> JSONObject {
        let words = try OperatorWords.words(command, arguments) + ["--json", "--data", pair.authData]
        return try await Self.answer(Program(path: pair.latchkeyAuth).run(words), command)
    }

    /// See `Driver`.
    public func code(for phone: String) async throws -> String? { try spool.code(for: phone) }

    /// See `Driver`.
    public func pause(_ duration: Duration) async throws { try await Task.sleep(for: duration) }

    /// See `Driver`.
    public func advance(_ duration: Duration) async throws {
        throw StoryMistake("a real clock cannot be put forward: this story is played in-process only")
    }

    /// See `Driver`.
    public func vaultRows(of account: String) async throws -> JSONObject {
        try await Self.answer(oracle("vault_rows.py", [pair.vaultDatabase, account]), "vault_rows.py")
    }

    /// See `Driver`.
    public func independentCode(of entry: JSONObject, at moment: Instant) async throws -> String {
        var question = entry
        question["atMs"] = .string("\(moment.ms)")
        let outcome = try await oracle("totp.py", input: JSON.object(question).encoded())
        guard outcome.status == 0 else { throw StoryMistake("totp.py failed: \(outcome.complaint)") }
        return String(decoding: outcome.output.filter { $0 > 32 }, as: UTF8.self)
    }

    private func oracle(_ name: String, _ words: [String] = [], input: [UInt8] = []) async throws -> Program.Outcome {
        try await Program(path: "/usr/bin/env").run(["python3", "\(pair.oracles)/\(name)"] + words, input: input)
    }

    /// The object a program printed; a refusal is one too.
    private static func answer(_ outcome: Program.Outcome, _ what: String) throws -> JSONObject {
        guard case .object(let object)? = try? JSON(parsing: outcome.output) else {
            throw StoryMistake("\(what) ended with status \(outcome.status) and no JSON: \(outcome.complaint)")
        }
        return object
    }
}
