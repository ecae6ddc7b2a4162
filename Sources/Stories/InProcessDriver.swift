public import JSONRPC
public import LatchkeyDevice
public import Primitives
public import StrictJSON
import Synchronization

/// Plays stories with devices that are values in this process, against whatever their connections lead to.
public final class InProcessDriver: Driver {
    /// What the driver cannot know of the pair it plays against.
    public struct Ways: Sendable {
        /// Makes a device; its keys and store are new.
        public var device: @Sendable (Story.Phone) async throws -> Device
        /// The ways to the services, for calls of nobody in particular.
        public var auth: any Connection, vault: any Connection
        /// Does a command of the operator.
        public var operate: @Sendable (String, JSONObject) async throws -> JSONObject
        /// The code of the newest message to a number, each given once.
        public var code: @Sendable (String) async throws -> String?
        /// Lets time pass.
        public var pause: @Sendable (Duration) async throws -> Void
        /// How many rows each table of the vault has for an account.
        public var vaultRows: @Sendable (String) async throws -> JSONObject
        /// Makes an entry's code with a program that is not ours.
        public var independentCode: @Sendable (JSONObject, Instant) async throws -> String

        /// All of them.
        public init(
            device: @escaping @Sendable (Story.Phone) async throws -> Device, auth: any Connection,
            vault: any Connection,
            operate: @escaping @Sendable (String, JSONObject) async throws -> JSONObject,
            code: @escaping @Sendable (String) async throws -> String?,
            pause: @escaping @Sendable (Duration) async throws -> Void,
            vaultRows: @escaping @Sendable (String) async throws -> JSONObject,
            independentCode: @escaping @Sendable (JSONObject, Instant) async throws -> String
        ) {
            self.device = device
            self.auth = auth
            self.vault = vault
            self.operate = operate
            self.code = code
            self.pause = pause
            self.vaultRows = vaultRows
            self.independentCode = independentCode
        }
    }

    /// See `Driver`.
    public let steady: SteadyClock
    /// See `Driver`.
    public let wall: WallClock
    /// See `Driver`.
    public let random: RandomSource
    private let ways: Ways
    private let devices = Mutex<[String: Device]>([:])

    /// Makes a driver; clocks and random are the pair's own.
    public init(_ ways: Ways, steady: SteadyClock, wall: WallClock, random: RandomSource) {
        self.ways = ways
        self.steady = steady
        self.wall = wall
        self.random = random
    }

    /// See `Driver`.
    public func begin(_ phones: [Story.Phone]) async throws {
        for phone in phones {
            let device = try await ways.device(phone)
            devices.withLock { $0[phone.name] = device }
        }
    }

    /// See `Driver`.
    public func run(_ verb: Verb, _ arguments: JSONObject, on name: String) async throws -> JSONObject {
        guard let device = devices.withLock({ $0[name] }) else { throw StoryMistake("there is no device \(name)") }
        do {
            return try await Verbs.run(verb, arguments, on: device)
        } catch {
            return error.object
        }
    }

    /// See `Driver`.
    public func call(_ method: String, _ params: JSON?, service: String?, token: JSON?) async throws -> JSONObject {
        let connection = BareAnswer.isVaults(method, asked: service) ? ways.vault : ways.auth
        return await BareCall.send(method, params, token: token, over: connection)
    }

    /// See `Driver`.
    public func operate(_ command: String, _ arguments: JSONObject) async throws -> JSONObject {
        try await ways.operate(command, arguments)
    }

    /// See `Driver`.
    public func code(for phone: String) async throws -> String? { try await ways.code(phone) }

    /// See `Driver`.
    public func pause(_ duration: Duration) async throws { try await ways.pause(duration) }

    /// See `Driver`.
    public func advance(_ duration: Duration) async throws { try await ways.pause(duration) }

    /// See `Driver`.
    public func vaultRows(of account: String) async throws -> JSONObject { try await ways.vaultRows(account) }

    /// See `Driver`.
    public func kill(_ service: String) async throws {
        throw StoryMistake("only real processes can be killed: play this story with scripts/dev story")
    }

    /// See `Driver`.
    public func independentCode(of entry: JSONObject, at moment: Instant) async throws -> String {
        try await ways.independentCode(entry, moment)
    }
}
