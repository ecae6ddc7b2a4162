import AuthStore
import Contracts
import JSONRPC
import Vocabulary

extension Auth {
    /// Gives the other service what has been revoked since a place in the feed.
    func revocationPoll(_ call: Call<RevocationPoll, String>) async throws -> RevocationPoll.Answer {
        let page = try await RevocationFeed(store: store).page(
            after: call.params.after.value, of: call.params.feedEpoch,
            wait: .milliseconds(call.params.waitMs ?? 700))
        return RevocationPoll.Answer(
            feedEpoch: page.epoch, floor: DecimalInt64(page.floor), head: DecimalInt64(page.head),
            events: page.events.map { RevocationEvent($0) })
    }
}
