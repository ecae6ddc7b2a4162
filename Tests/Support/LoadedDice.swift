public import Primitives
import Synchronization

/// RandomSource that fall the same way for the same seed.
public final class LoadedDice: Sendable {
    /// What the falls grew from.
    public let seed: UInt64
    private let walk: Mutex<RandomWalk>

    /// RandomSource of this seed.
    public init(seed: UInt64 = 1) {
        self.seed = seed
        walk = Mutex(RandomWalk(seed: seed))
    }

    /// The random to hand in.
    public var random: RandomSource {
        RandomSource { buffer in
            self.walk.withLock { walk in
                for place in buffer.indices { buffer[place] = UInt8(truncatingIfNeeded: walk.next()) }
            }
        }
    }
}
