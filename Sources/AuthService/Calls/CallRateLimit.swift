import Contracts
import JSONRPC
import Primitives
import Synchronization

/// The limit on the calls of one client that may write: a token bucket for its address, and for each wider range that
/// contains the address.
///
/// The buckets are in memory, so a refused call writes nothing, and each instance counts the calls it receives. Their
/// number is fixed: a range belongs to the bucket that its hash selects, under a seed that is random for each process.
/// Two ranges share a bucket by chance, with a probability of 1 in 131 072; no client can choose whose bucket it shares,
/// and no number of addresses takes more memory.
final class CallRateLimit: Sendable {
    private static let bucketCount = 1 << 17

    /// The time in which a client's bucket gets one more token.
    private let interval: Duration
    /// The number of tokens in a full bucket.
    private let burst: Int
    private let clock: SteadyClock
    /// For each bucket the moment from which it is full, in nanoseconds of the steady clock.
    private let fullFrom: Mutex<[UInt64]>

    /// - Parameter perMinute: the calls of one client per minute; a sixth of them may come at once. At least 6.
    init(perMinute: Int, clock: SteadyClock) {
        interval = .nanoseconds(60_000_000_000 / Int64(perMinute))
        burst = max(1, perMinute / 6)
        self.clock = clock
        fullFrom = Mutex(Array(repeating: 0, count: Self.bucketCount))
    }

    /// Takes a token from the bucket of each range, or from none of them.
    ///
    /// - Parameter ranges: the names of the ranges, and for each the number of clients whose limit it has.
    /// - Returns: the time until every range has a token again; nil if tokens were taken.
    func take(from ranges: [(name: String, multiple: Int)]) -> Duration? {
        let now = clock.now
        return fullFrom.withLock { fullFrom in
            var wait = Duration.zero
            let charges = ranges.map { range in
                let bucket = Int(UInt(bitPattern: range.name.hashValue) % UInt(Self.bucketCount))
                let cost = interval / range.multiple
                let start = max(SteadyInstant(nanoseconds: fullFrom[bucket]), now)
                wait = max(wait, start + cost - now - cost * (burst * range.multiple))
                return (bucket, (start + cost).nanoseconds)
            }
            guard wait <= .zero else { return wait }
            for (bucket, end) in charges { fullFrom[bucket] = end }
            return nil
        }
    }
}
