import Primitives
import Synchronization

/// Wakes waiting pulls when their account changes.
final class ChangeNotifier: Sendable {
    /// The highest number of waiting pulls of one account. A further pull ends the wait of the pull that
    /// subscribed first.
    static let maximumWaitersPerAccount = 64

    private struct Waiter {
        let end: AsyncStream<Void>.Continuation
        /// The account's sequence number that the pull has read; nil before it begins to wait.
        var seen: Int64?
    }

    private struct State {
        var waiters: [AccountID: [Int: Waiter]] = [:]
        var nextNumber = 0
        var isClosed = false
    }

    /// The registration of one pull. A change after the registration ends the wait, even if it comes before the wait
    /// begins.
    struct Subscription: Sendable {
        fileprivate let account: AccountID
        fileprivate let number: Int
        fileprivate let changes: AsyncStream<Void>
        fileprivate let end: AsyncStream<Void>.Continuation
    }

    private let state = Mutex(State())

    /// Registers a pull before it reads the account; every subscription must be cancelled. After ``close()`` the
    /// subscription's wait ends at once.
    func subscribe(to account: AccountID) -> Subscription {
        let (changes, end) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let (number, displaced) = state.withLock { state -> (Int, Waiter?) in
            state.nextNumber += 1
            guard !state.isClosed else { return (state.nextNumber, Waiter(end: end)) }
            var waiters = state.waiters[account] ?? [:]
            let isFull = waiters.count >= Self.maximumWaitersPerAccount
            let displaced = isFull ? waiters.keys.min().flatMap { waiters.removeValue(forKey: $0) } : nil
            waiters[state.nextNumber] = Waiter(end: end)
            state.waiters[account] = waiters
            return (state.nextNumber, displaced)
        }
        displaced?.end.finish()
        return Subscription(account: account, number: number, changes: changes, end: end)
    }

    func cancel(_ subscription: Subscription) {
        state.withLock { state in
            state.waiters[subscription.account]?[subscription.number] = nil
            if state.waiters[subscription.account]?.isEmpty == true { state.waiters[subscription.account] = nil }
        }
    }

    /// Waits for the account's first change since the subscription. Returns earlier after `longest`, when the task is
    /// cancelled, when the wait is ended, or when the notifier is closed.
    ///
    /// - Parameter head: the account's sequence number that the pull has read since it subscribed.
    func wait(_ subscription: Subscription, seen head: Int64, atMost longest: Duration) async {
        state.withLock { $0.waiters[subscription.account]?[subscription.number]?.seen = head }
        let timer = Task.inContext { [end = subscription.end] in
            try? await Task.pause(for: longest)
            end.finish()
        }
        for await _ in subscription.changes { break }
        timer.cancel()
    }

    /// Ends the wait of one pull.
    func endWait(_ subscription: Subscription) { subscription.end.finish() }

    /// Wakes the waiting pulls of an account that has changed.
    func notify(_ account: AccountID) {
        let waiters = state.withLock { $0.waiters[account] }
        waiters?.values.forEach { $0.end.yield() }
    }

    /// Wakes every waiting pull, because the database has gone back to an earlier state.
    func notifyAll() {
        let waiters = state.withLock { $0.waiters.values.flatMap(\.values) }
        waiters.forEach { $0.end.yield() }
    }

    /// For each account with waiting pulls, the lowest sequence number that one of them has read.
    var lowestSeenHeads: [AccountID: Int64] {
        state.withLock { $0.waiters.compactMapValues { waiters in waiters.values.compactMap(\.seen).min() } }
    }

    func waiterCount(of account: AccountID) -> Int { state.withLock { $0.waiters[account]?.count ?? 0 } }

    /// Wakes every waiting pull and lets no later one wait.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            return state.waiters.values.flatMap(\.values)
        }
        waiters.forEach { $0.end.finish() }
    }
}
