import Glibc
import Synchronization

/// A named point in the code where a debug build kills its own process on request, so that a test can show what a crash
/// there leaves behind.
///
/// `LATCHKEY_FAILPOINT=name` kills the process the first time it reaches the point, `name:3` the third time. Release
/// builds never do.
public enum FailPoint {
    /// Every fail point, with what is true when it is reached. `scripts/check fail-points` compares this list with the
    /// calls of `reached(_:)`.
    public static let all: [(name: String, moment: String)] = [
        ("after-count", "An attempt has been counted durably, and its code is not compared yet."),
        ("before-commit", "A batch of writes has run, and its commit has not begun."),
        ("after-commit", "A batch of writes is durable, and its callers have not resumed."),
        ("before-numbering", "An event is committed with its effect, and has no number in the feed yet."),
        ("before-send", "A message is marked as being sent, and the gateway does not have it yet."),
        ("after-send", "The gateway has a message, and the outbox does not record it yet."),
        ("before-purge-call", "A deletion is marked as being sent, and the vault has not been called yet."),
        ("after-purge-call", "The vault has answered a deletion, and the outbox does not record it yet."),
        ("mid-rewrap", "Some data keys are wrapped with the active wrapping key, and the next ones are not yet."),
        ("mid-reseal", "Some bodies are sealed with the new data key, and the former one may still be there."),
        ("after-shred", "A purged account's keys are gone, and its rows are still there."),
    ]

    /// Kills the process if this point was chosen and has now been reached as often as was asked.
    @inlinable @inline(__always)
    public static func reached(_ name: String) {
        #if DEBUG
        count(name)
        #endif
    }

    @usableFromInline
    static func count(_ name: String) {
        guard let chosen, chosen.name == name else { return }
        let number = timesReached.withLock { times in
            times += 1
            return times
        }
        if number == chosen.number { kill(getpid(), SIGKILL) }
    }

    private static let timesReached = Mutex(0)

    private static let chosen: (name: String, number: Int)? = Environment.value("LATCHKEY_FAILPOINT").map { text in
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        return (parts[0], parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
    }
}
