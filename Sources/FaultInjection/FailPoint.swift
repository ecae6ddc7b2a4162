import Glibc
import Synchronization

/// A place where a process may die on purpose, to show that what was durable before it is found after it.
///
/// `LATCHKEY_FAILPOINT=name` kills at the first arrival, `name:3` at the third. Release builds never do.
public enum FailPoint {
    /// Says that the process has come to this point; it may not come further.
    @inlinable @inline(__always)
    public static func reached(_ name: String) {
        #if DEBUG
        arrived(name)
        #endif
    }

    @usableFromInline
    static func arrived(_ name: String) {
        guard let deadly, deadly.name == name else { return }
        let arrival = arrivals.withLock { count in
            count += 1
            return count
        }
        if arrival == deadly.count { kill(getpid(), SIGKILL) }
    }

    private static let arrivals = Mutex(0)

    private static let deadly: (name: String, count: Int)? = Rehearsed.variable("LATCHKEY_FAILPOINT").map { text in
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        return (parts[0], parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
    }
}
