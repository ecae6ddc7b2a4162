import AuthStore
import Contracts
import Domain
import Primitives

/// Answers polls of the revocation feed. Each page is read after its poll arrived.
struct RevocationFeed: Sendable {
    /// The time between two reads of a waiting poll.
    static let interval = Duration.milliseconds(25)

    let store: AuthStore
    let steady: SteadyClock

    /// Returns the events after `seq`. While there are none it reads again, for the last time `wait` after `arrival`.
    ///
    /// If `epoch` is not the feed's epoch, or `seq` lies before the floor or after the head, the page comes at once and
    /// without events.
    func page(
        after seq: Int64, of epoch: EpochID?, wait: Duration, since arrival: SteadyInstant
    ) async throws -> RevocationEventPage {
        var reads = 0
        while true {
            let page = try await store.events(after: seq)
            let isOther = epoch != nil && epoch != page.epoch
            if isOther || seq < page.floor || seq > page.head { return page.withoutEvents }
            // The reads are counted as well, so that a stopped clock ends the wait too.
            let left = wait - max(steady.now - arrival, Self.interval * reads)
            if !page.events.isEmpty || left <= .zero { return page }
            try? await Task.pause(for: min(Self.interval, left))
            reads += 1
        }
    }
}

extension RevocationEventPage {
    fileprivate var withoutEvents: RevocationEventPage {
        RevocationEventPage(epoch: epoch, floor: floor, head: head, events: [])
    }
}

extension RevocationEvent {
    init(_ event: RevocationEventRecord) {
        self.init(
            seq: DecimalInt64(event.seq), accountId: event.account, sessionId: event.session,
            ended: event.ended.map { Open($0) }, level: event.level.map { Open($0) },
            tsv: event.tokenSecretVersion.map { DecimalInt64($0) }, approval: event.approval)
    }
}
