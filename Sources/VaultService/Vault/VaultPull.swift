import Contracts
import JSONRPC
import Logging
import Primitives
import VaultStore

extension Vault {
    /// Returns what has changed since a cursor. If there is nothing, waits for a change as long as the caller asks, at
    /// most `longPollMs`.
    func vaultPull(_ call: Call<VaultPull, CallAuthorization>) async throws -> VaultPull.Answer {
        let account = call.caller.account
        let cursor = try presentedCursor(call.params.cursor, of: call.caller)
        let page =
            if let wait = call.params.waitMs, wait > 0 {
                try await pull(
                    account, from: cursor, limit: call.params.limit,
                    waiting: .milliseconds(min(wait, settings.longPollMs)), call.context)
            } else {
                try await store.pull(account, from: cursor, at: clock.now, limit: call.params.limit)
            }
        countReads(of: page.items, by: call.caller)
        return VaultPull.Answer(
            items: wireItems(page.items),
            cursor: cursorText(after: page, from: cursor, call.params.cursor, of: account),
            more: page.hasMore, epoch: page.head.epoch, head: DecimalInt64(page.head.seq),
            formerEpochs: wireEpochs(page.formerEpochs), digest: page.digest.map { Base64URL.encode($0.bytes) })
    }

    /// Pulls one page and waits for a change if it is empty.
    ///
    /// The page is still empty if nothing changed in time, the caller disconnected, the service stops, or more than
    /// ``ChangeNotifier/maximumWaitersPerAccount`` pulls of the account wait.
    private func pull(
        _ account: AccountID, from cursor: PullCursor?, limit: Int?, waiting: Duration, _ context: RequestContext
    ) async throws -> PullPage {
        let subscription = changes.subscribe(to: account)
        defer { changes.cancel(subscription) }
        let page = try await store.pull(account, from: cursor, at: clock.now, limit: limit)
        guard page.items.isEmpty else { return page }
        await context.waiting(wake: { changes.endWait(subscription) }) {
            await changes.wait(subscription, seen: page.head.seq, atMost: waiting)
        }
        return try await store.pull(account, from: cursor, at: clock.now, limit: limit)
    }

    /// The ended epochs as a pull without a cursor lists them: the newest 1000, in order of their ends.
    func wireEpochs(_ ended: [PullPage.FormerEpoch]?) -> [FormerEpoch]? {
        ended.map { $0.suffix(1000).map { FormerEpoch(epoch: $0.epoch, end: DecimalInt64($0.end)) } }
    }

    /// Decodes the cursor that a device presents, and records it as the device's. ``runAcknowledgements()`` writes the
    /// record; a pull itself never writes. A cursor that a backend presents says nothing about what the device has read, and is
    /// not recorded.
    func presentedCursor(_ text: String?, of caller: CallAuthorization) throws -> PullCursor? {
        guard let text else { return nil }
        guard caller.backend == nil else { return try store.decodeCursor(text, of: caller.account) }
        let cursor = try presentedCursors.cursor(text, of: caller.device) {
            try store.decodeCursor($0, of: caller.account)
        }
        presentedCursors.acknowledge(cursor, by: caller.device, of: caller.account, now: clock.now)
        return cursor
    }

    /// The cursor text for the end of a page; the caller's own text if the position did not change.
    func cursorText(
        after page: PullPage, from cursor: PullCursor?, _ text: String?, of account: AccountID
    ) -> String {
        if let text, page.cursor == cursor { return text }
        return store.encodeCursor(page.cursor, of: account)
    }
}
