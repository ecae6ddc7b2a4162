import DeviceCommands
import Primitives
import Stories
import StrictJSON
import Synchronization

/// The answers of a driver, in order.
final class Transcript: Sendable {
    private let recorded = Mutex<[JSON]>([])

    var answers: [JSON] { recorded.withLock { $0 } }

    func record(_ answer: JSON) { recorded.withLock { $0.append(answer) } }
}

/// Plays with another driver and records its answers.
struct RecordingDriver: StoryDriver {
    private let driver: InProcessDriver
    private let transcript: Transcript

    init(_ driver: InProcessDriver, into transcript: Transcript) {
        self.driver = driver
        self.transcript = transcript
    }

    var steady: SteadyClock { driver.steady }
    var wall: WallClock { driver.wall }
    var random: RandomSource { StoryNumbers.random }

    func begin(_ devices: [Story.Device]) async throws { try await driver.begin(devices) }

    func run(_ command: any DeviceCommand, on device: String, losing method: String?) async throws -> JSONObject {
        try await recorded { try await driver.run(command, on: device, losing: method) }
    }

    func call(_ method: String, _ params: JSON?, service: String?, token: JSON?) async throws -> JSONObject {
        try await recorded { try await driver.call(method, params, service: service, token: token) }
    }

    func operate(_ command: String, _ arguments: JSONObject) async throws -> JSONObject {
        try await recorded { try await driver.operate(command, arguments) }
    }

    func administer(_ command: AdministratorCommand, _ arguments: JSONObject) async throws -> JSONObject {
        try await recorded { try await driver.administer(command, arguments) }
    }

    func code(for phone: String) async throws -> String? {
        let code = try await driver.code(for: phone)
        transcript.record(code.map { .string($0) } ?? .null)
        return code
    }

    func vaultRows(of account: String) async throws -> JSONObject {
        try await recorded { try await driver.vaultRows(of: account) }
    }

    func independentCode(of entry: JSONObject, at moment: Instant) async throws -> String {
        let code = try await driver.independentCode(of: entry, at: moment)
        transcript.record(.string(code))
        return code
    }

    func copyProfile(of device: String) async throws { try await driver.copyProfile(of: device) }
    func putProfile(of source: String, on device: String) async throws {
        try await driver.putProfile(of: source, on: device)
    }
    func pause(_ duration: Duration) async throws { try await driver.pause(duration) }
    func advance(_ duration: Duration) async throws { try await driver.advance(duration) }
    func kill(_ service: String) async throws { try await driver.kill(service) }
    func backUp(_ service: String) async throws { try await driver.backUp(service) }
    func restore(_ service: String) async throws { try await driver.restore(service) }

    private func recorded(_ body: () async throws -> JSONObject) async throws -> JSONObject {
        let answer = try await body()
        transcript.record(.object(answer))
        return answer
    }
}
