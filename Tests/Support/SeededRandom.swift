public import Primitives
import Synchronization

/// Makes a random source that repeats its values for the same seed.
public final class SeededRandom: Sendable {
    public let seed: UInt64
    private let walk: Mutex<RandomWalk>

    public init(seed: UInt64 = 1) {
        self.seed = seed
        walk = Mutex(RandomWalk(seed: seed))
    }

    public var random: RandomSource {
        RandomSource { buffer in
            self.walk.withLock { walk in
                for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: walk.next()) }
            }
        }
    }
}
