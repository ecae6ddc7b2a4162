import Synchronization
public import TimeAndChance

/// Dice that fall the same way for the same seed.
public final class LoadedDice: Sendable {
    /// What the falls grew from.
    public let seed: UInt64
    private let walk: Mutex<RandomWalk>

    /// Dice of this seed.
    public init(seed: UInt64 = 1) {
        self.seed = seed
        walk = Mutex(RandomWalk(seed: seed))
    }

    /// The dice to hand in.
    public var dice: Dice {
        Dice { buffer in
            self.walk.withLock { walk in
                for place in buffer.indices { buffer[place] = UInt8(truncatingIfNeeded: walk.next()) }
            }
        }
    }
}
