import AuthService
import Primitives
import StrictJSON
import Synchronization

/// The newest messages of a demonstration, which the operator console shows: whoever tries the services out needs no
/// phone. They are held in memory only.
final class CapturedMessages: Sendable {
    private static let limit = 50

    private let clock: WallClock
    private let newestFirst = Mutex<[JSON]>([])

    init(clock: WallClock) { self.clock = clock }

    func add(_ message: TextMessage) {
        let entry = JSON.object([
            "atMs": .string("\(clock.now.ms)"), "to": .string(message.to.text), "text": .string(message.text),
        ])
        newestFirst.withLock { $0 = [entry] + $0.prefix(Self.limit - 1) }
    }

    /// The messages, the newest first: `{"messages": [{"atMs", "to", "text"}]}`.
    var json: [UInt8] {
        JSON.object(["messages": .array(newestFirst.withLock { $0 })]).encoded()
    }
}
