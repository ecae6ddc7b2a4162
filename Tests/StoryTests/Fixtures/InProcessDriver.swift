import DeviceCommands
import LatchkeyDevice
import PairSupport
import Primitives
import Stories
import StrictJSON
import Support
import Synchronization

/// Plays stories with devices in this process against a `ServicePair`.
final class InProcessDriver: StoryDriver {
    let pair: ServicePair
    /// The devices by their letters, and the copied profiles by the letters of the devices that they were copied from.
    private let devices = Mutex<[String: StoryDevice]>([:]), copies = Mutex<[String: StoryDevice.Copy]>([:])
    private let vaultCopy = Mutex<DatabaseCopy?>(nil)

    init(_ pair: ServicePair) { self.pair = pair }

    var steady: SteadyClock { pair.clock.steady }
    var wall: WallClock { pair.clock.wall }
    var random: RandomSource { pair.random }

    func begin(_ devices: [Story.Device]) async throws {
        for story in devices {
            let device = try await StoryDevice(story.name, title: story.title, of: pair)
            self.devices.withLock { $0[story.name] = device }
        }
    }

    func run(_ command: any DeviceCommand, on name: String, losing method: String?) async throws -> JSONObject {
        let device = try device(name)
        if let method { return try await device.losingAnswer(to: method) { try await device.run(command) } }
        return try await device.run(command)
    }

    func copyProfile(of name: String) async throws {
        let copy = try device(name).copy()
        copies.withLock { $0[name] = copy }
    }

    func putProfile(of source: String, on name: String) async throws {
        guard let copy = copies.withLock({ $0[source] }) else {
            throw StoryError("there is no copy of the profile of \(source)")
        }
        let replaced = try await StoryDevice(copy, title: device(name).title, of: pair)
        devices.withLock { $0[name] = replaced }
    }

    private func device(_ name: String) throws -> StoryDevice {
        guard let device = devices.withLock({ $0[name] }) else { throw StoryError("there is no device \(name)") }
        return device
    }

    func call(_ method: String, _ params: JSON?, service: String?, token: JSON?) async throws -> JSONObject {
        let connection = RawReply.isForVault(method, service: service) ? pair.vaultConnection : pair.authConnection
        return await connection.rawCall(method, params, token: token)
    }

    func code(for phone: String) async throws -> String? {
        try await pair.settle()
        return pair.inbox.code(for: phone)
    }

    func pause(_ duration: Duration) async throws { try await pair.advance(by: duration) }

    /// Moves the clock forward, and has auth drop what has expired by then, as a service does in the background.
    func advance(_ duration: Duration) async throws {
        try await pair.advance(by: duration)
        try await pair.sweep()
    }

    func kill(_ service: String) async throws {
        throw StoryError("only real processes can be killed: play this story with scripts/dev story")
    }

    func backUp(_ service: String) async throws {
        guard service == "vault" else { throw StoryError("only the vault can be copied") }
        let copy = try await pair.backUpVault()
        vaultCopy.withLock { $0 = copy }
    }

    func restore(_ service: String) async throws {
        guard service == "vault", let copy = vaultCopy.withLock({ $0 }) else {
            throw StoryError("there is no copy of \(service)")
        }
        try await pair.restoreVault(copy)
    }

    func independentCode(of entry: JSONObject, at moment: Instant) async throws -> String {
        var question = entry
        question["atMs"] = .string("\(moment.ms)")
        return try IndependentTOTP.code(JSON.object(question).text)
    }
}
