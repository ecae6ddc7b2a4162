#if Postgres
import DequeModule

/// A reply that the server owes for one message of the pipeline. An exchange is the messages up to one sync.
enum PendingReply {
    /// This module's own command. Only an error in its reply matters.
    case internalCommand
    /// The preparation of the statement that follows.
    case preparation(CachedStatement, name: String)
    /// A statement whose result is returned: a caller's, or this module's `COMMIT` or query for the timeline.
    case statement(String)
    /// The sync that ends an exchange.
    case sync

    var isSync: Bool { if case .sync = self { true } else { false } }
}

/// The replies that a server still owes, oldest first, and the number of syncs among them.
struct PendingReplies {
    private var replies: Deque<PendingReply> = []
    private(set) var syncCount = 0

    var first: PendingReply? { replies.first }

    mutating func append(_ reply: PendingReply) {
        replies.append(reply)
        if reply.isSync { syncCount += 1 }
    }

    mutating func removeFirst() {
        if replies.removeFirst().isSync { syncCount -= 1 }
    }
}
#endif
