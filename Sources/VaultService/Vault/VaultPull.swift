import Contracts
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Gives what has changed since a cursor; waits for a change if asked to and there is none.
    func vaultPull(_ call: Call<VaultPull, Admission>) async throws -> VaultPull.Answer {
        let account = call.caller.account
        let place = try call.params.cursor.map { try store.place(in: $0, of: account) }
        if let place { try await note(place, by: call.caller) }
        let wait = min(call.params.waitMs ?? 0, settings.longPollMs)
        let page =
            wait > 0
            ? try await pull(account, from: place, limit: call.params.limit, waiting: .milliseconds(wait), call.context)
            : try await store.pull(account, from: place, limit: call.params.limit)
        return VaultPull.Answer(
            items: show(page.items), cursor: cursor(after: page, given: call.params.cursor, at: place, of: account),
            more: page.hasMore, epoch: page.head.epoch,
            head: DecimalInt64(page.head.seq))
    }

    /// A page that is empty only if nothing changed for so long, or the service, the caller or the place in line is gone.
    private func pull(
        _ account: AccountID, from place: PullPlace?, limit: Int?, waiting: Duration, _ context: RequestContext
    ) async throws -> PullPage {
        let line = changes.enter(lineFor: account)
        defer { changes.leave(line) }
        let page = try await store.pull(account, from: place, limit: limit)
        guard page.items.isEmpty else { return page }
        await context.waiting(wake: { changes.wake(line) }) {
            await changes.wait(line, seen: page.head.seq, atMost: waiting)
        }
        return try await store.pull(account, from: place, limit: limit)
    }

    /// The cursor of a page's end: the one that was given, where nothing changed.
    func cursor(after page: PullPage, given: String?, at place: PullPlace?, of account: AccountID) -> String {
        if let given, page.place == place { return given }
        return store.cursor(at: page.place, of: account)
    }
}
