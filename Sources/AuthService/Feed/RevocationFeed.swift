import AuthStore
import Contracts
import Vocabulary

/// Answers polls of the revocation feed from reads made after the request arrived.
struct RevocationFeed: Sendable {
    /// How often a waiting poll looks.
    static let pause = Duration.milliseconds(25)

    let store: AuthStore

    /// The events after a place; waits up to `wait` while there are none, and answers at once when cancelled.
    ///
    /// A caller that followed another feed, or stands below the floor, learns it at once and gets no events.
    func page(after seq: Int64, of epoch: EpochID?, wait: Duration) async throws -> FeedPage {
        var left = wait
        while true {
            let page = try await store.events(after: seq)
            let isOther = epoch != nil && epoch != page.epoch
            if isOther || seq < page.floor || seq > page.head { return page.withoutEvents }
            if !page.events.isEmpty || left <= .zero || Task.isCancelled { return page }
            try? await Task.sleep(for: min(Self.pause, left))
            left -= Self.pause
        }
    }
}

extension FeedPage {
    /// Where the feed stands, alone.
    fileprivate var withoutEvents: FeedPage { FeedPage(epoch: epoch, floor: floor, head: head, events: []) }
}

extension RevocationEvent {
    /// An event as the wire says it.
    init(_ event: FeedEvent) {
        self.init(
            seq: DecimalInt64(event.seq), accountId: event.account, sessionId: event.session, ended: event.ended,
            gate: event.gate?.rawValue, tsv: event.tsv.map { DecimalInt64($0) }, approval: event.approval)
    }
}
