import LatchkeyDevice
import Primitives
import Stories
import StrictJSON
import Synchronization

/// What a driver answered, in order.
final class Transcript: Sendable {
    private let lines = Mutex<[JSON]>([])

    var all: [JSON] { lines.withLock { $0 } }

    func note(_ line: JSON) { lines.withLock { $0.append(line) } }
}

/// Plays with another driver and writes down what it answers.
struct TranscribingDriver: Driver {
    private let real: InProcessDriver
    private let transcript: Transcript

    init(_ real: InProcessDriver, into transcript: Transcript) {
        self.real = real
        self.transcript = transcript
    }

    var steady: SteadyClock { real.steady }
    var wall: WallClock { real.wall }
    var random: RandomSource { LoadedStory.random }

    func begin(_ devices: [Story.Phone]) async throws { try await real.begin(devices) }

    func run(_ verb: Verb, _ arguments: JSONObject, on device: String) async throws -> JSONObject {
        try await noted { try await real.run(verb, arguments, on: device) }
    }

    func call(_ method: String, _ params: JSON?, service: String?, token: JSON?) async throws -> JSONObject {
        try await noted { try await real.call(method, params, service: service, token: token) }
    }

    func operate(_ command: String, _ arguments: JSONObject) async throws -> JSONObject {
        try await noted { try await real.operate(command, arguments) }
    }

    func code(for phone: String) async throws -> String? {
        let code = try await real.code(for: phone)
        transcript.note(code.map { .string($0) } ?? .null)
        return code
    }

    func vaultRows(of account: String) async throws -> JSONObject {
        try await noted { try await real.vaultRows(of: account) }
    }

    func independentCode(of entry: JSONObject, at moment: Instant) async throws -> String {
        let code = try await real.independentCode(of: entry, at: moment)
        transcript.note(.string(code))
        return code
    }

    func pause(_ duration: Duration) async throws { try await real.pause(duration) }
    func advance(_ duration: Duration) async throws { try await real.advance(duration) }
    func kill(_ service: String) async throws { try await real.kill(service) }

    private func noted(_ body: () async throws -> JSONObject) async throws -> JSONObject {
        let answer = try await body()
        transcript.note(.object(answer))
        return answer
    }
}
