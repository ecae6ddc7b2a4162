import AuthStore
import Contracts
import JSONRPC
import Primitives
import Tokens

extension Auth {
    /// Answers the revocation events after a sequence number.
    ///
    /// The vault assumes that the page contains every event committed before its poll, and admits sessions on that
    /// assumption. Events that have no sequence number yet, on any instance, are therefore numbered first.
    func revocationPoll(_ call: Call<RevocationPoll, String>) async throws -> RevocationPoll.Answer {
        let arrival = steady.now
        try await numberRevocationEvents(waiting: true)
        let page = try await RevocationFeed(store: store, steady: steady).page(
            after: call.params.after.value, of: call.params.feedEpoch,
            wait: .milliseconds(call.params.waitMs ?? 700), since: arrival)
        return RevocationPoll.Answer(
            feedEpoch: page.epoch, floor: DecimalInt64(page.floor), head: DecimalInt64(page.head),
            events: page.events.map { RevocationEvent($0) }, keySet: tokens.keys.jwks.digest)
    }
}
