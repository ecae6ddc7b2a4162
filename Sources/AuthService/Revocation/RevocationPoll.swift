import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Gives the other service what has been revoked since a place in the feed.
    ///
    /// What was committed before the poll arrived is numbered first, whoever should have done so: the other service takes
    /// the page for everything there is and serves sessions on the strength of it, also just after this one was started.
    func revocationPoll(_ call: Call<RevocationPoll, String>) async throws -> RevocationPoll.Answer {
        let arrival = steady.now
        try await numberFeed(waiting: true)
        let page = try await RevocationFeed(store: store, steady: steady).page(
            after: call.params.after.value, of: call.params.feedEpoch,
            wait: .milliseconds(call.params.waitMs ?? 700), since: arrival)
        return RevocationPoll.Answer(
            feedEpoch: page.epoch, floor: DecimalInt64(page.floor), head: DecimalInt64(page.head),
            events: page.events.map { RevocationEvent($0) })
    }
}
