import DeviceCommands
import Primitives
import Stories
import StrictJSON
import Support
import Synchronization

/// Plays a story with the answers of a transcript, in their order, so that a mutated expectation is the only
/// difference.
final class ReplayingDriver: StoryDriver {
    private let answers: [JSON]
    private let position = Mutex(0)
    private let clock = StoppedClock()

    init(_ transcript: Transcript) { answers = transcript.answers }

    var steady: SteadyClock { clock.steady }
    var wall: WallClock { clock.wall }
    var random: RandomSource { StoryNumbers.random }

    func begin(_ devices: [Story.Device]) {}
    func run(_ command: any DeviceCommand, on device: String, losing method: String?) throws -> JSONObject { object }
    func call(_ method: String, _ params: JSON?, service: String?, token: JSON?) throws -> JSONObject { object }
    func operate(_ command: String, _ arguments: JSONObject) throws -> JSONObject { object }
    func administer(_ command: AdministratorCommand, _ arguments: JSONObject) throws -> JSONObject { object }
    func copyProfile(of device: String) {}
    func putProfile(of source: String, on device: String) {}
    func code(for phone: String) throws -> String? { next.string }
    func vaultRows(of account: String) throws -> JSONObject { object }
    func independentCode(of entry: JSONObject, at moment: Instant) throws -> String { next.string ?? "" }
    func pause(_ duration: Duration) { clock.advance(by: duration) }
    func advance(_ duration: Duration) { clock.advance(by: duration) }
    func kill(_ service: String) {}
    func backUp(_ service: String) {}
    func restore(_ service: String) {}

    private var object: JSONObject { next.object ?? ["fault": "the transcript has no more answers"] }

    private var next: JSON {
        position.withLock { position in
            defer { position += 1 }
            return answers.indices.contains(position) ? answers[position] : .null
        }
    }
}

/// The random source of a story's phone numbers, the same each time the story is played.
enum StoryNumbers {
    static var random: RandomSource { SeededRandom(seed: 5).random }
}
