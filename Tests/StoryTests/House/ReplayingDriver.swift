import LatchkeyDevice
import Primitives
import Stories
import StrictJSON
import Support
import Synchronization

/// Answers from a transcript: the same answers in the same order, so that an altered expectation is all that differs.
final class ReplayingDriver: Driver {
    private let lines: [JSON]
    private let place = Mutex(0)
    private let clock = StoppedClock()

    init(_ transcript: Transcript) { lines = transcript.all }

    var steady: SteadyClock { clock.steady }
    var wall: WallClock { clock.wall }
    var random: RandomSource { LoadedStory.random }

    func begin(_ devices: [Story.Phone]) {}
    func run(_ verb: Verb, _ arguments: JSONObject, on device: String) throws -> JSONObject { object }
    func call(_ method: String, _ params: JSON?, service: String?, token: JSON?) throws -> JSONObject { object }
    func operate(_ command: String, _ arguments: JSONObject) throws -> JSONObject { object }
    func code(for phone: String) throws -> String? { next.string }
    func vaultRows(of account: String) throws -> JSONObject { object }
    func independentCode(of entry: JSONObject, at moment: Instant) throws -> String { next.string ?? "" }
    func pause(_ duration: Duration) { clock.advance(by: duration) }
    func advance(_ duration: Duration) { clock.advance(by: duration) }
    func kill(_ service: String) {}

    private var object: JSONObject { next.object ?? ["fault": "the transcript is over"] }

    private var next: JSON {
        place.withLock { place in
            defer { place += 1 }
            return lines.indices.contains(place) ? lines[place] : .null
        }
    }
}

/// The random that pick a story's numbers: the same at every play.
enum LoadedStory {
    static var random: RandomSource { LoadedDice(seed: 5).random }
}
