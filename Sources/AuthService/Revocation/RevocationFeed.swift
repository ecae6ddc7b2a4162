import AuthStore
import Contracts
import Domain
import Primitives

/// Answers polls of the revocation feed from reads made after the request arrived.
struct RevocationFeed: Sendable {
    /// How often a waiting poll looks.
    static let pause = Duration.milliseconds(25)

    let store: AuthStore
    let steady: SteadyClock

    /// The events after a place; while there are none it looks again, and for the last time `wait` after `arrival`.
    ///
    /// A caller that followed another feed, or stands below the floor, learns it at once and gets no events.
    func page(
        after seq: Int64, of epoch: EpochID?, wait: Duration, since arrival: SteadyInstant
    ) async throws -> FeedPage {
        var looks = 0
        while true {
            let page = try await store.events(after: seq)
            let isOther = epoch != nil && epoch != page.epoch
            if isOther || seq < page.floor || seq > page.head { return page.withoutEvents }
            // The looks are counted too: a clock that stands still ends no wait.
            let left = wait - max(steady.now - arrival, Self.pause * looks)
            if !page.events.isEmpty || left <= .zero { return page }
            try? await Task.sleep(for: min(Self.pause, left))
            looks += 1
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
