import Synchronization
import Vocabulary

/// Wakes pulls that wait for a change of their account.
final class ChangeBell: Sendable {
    private typealias Waiting = [Int: CheckedContinuation<Void, Never>]

    private struct State {
        var waiting: [AccountID: Waiting] = [:]
        /// How often each account with a waiter has rung; forgotten with its last waiter.
        var rings: [AccountID: (count: Int, holders: Int)] = [:]
        var next = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// A place in line, taken before looking whether there is something: a change after that is not missed.
    struct Place: Sendable {
        let account: AccountID
        let rings: Int
    }

    /// Takes a place in line; whoever takes one leaves it again.
    func enter(lineFor account: AccountID) -> Place {
        state.withLock { state in
            state.rings[account, default: (0, 0)].holders += 1
            return Place(account: account, rings: state.rings[account]?.count ?? 0)
        }
    }

    /// Gives a place back.
    func leave(_ place: Place) {
        state.withLock { state in
            state.rings[place.account]?.holders -= 1
            if state.rings[place.account]?.holders == 0 { state.rings[place.account] = nil }
        }
    }

    /// Returns at the account's next change since the place was taken, after `longest`, when the task is cancelled, or
    /// when nobody shall wait any more.
    func wait(_ place: Place, atMost longest: Duration) async {
        let ticket = state.withLock { state in
            state.next += 1
            return state.next
        }
        let timer = Task {
            try? await Task.sleep(for: longest)
            wake(ticket, of: place.account)
        }
        defer { timer.cancel() }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                let hasRung = state.rings[place.account]?.count != place.rings
                guard !hasRung, !state.isClosed, !Task.isCancelled else { return true }
                state.waiting[place.account, default: [:]][ticket] = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Says that an account has changed.
    func ring(_ account: AccountID) {
        let waiting = state.withLock { state in
            state.rings[account]?.count += 1
            return state.waiting.removeValue(forKey: account)
        }
        waiting?.values.forEach { $0.resume() }
    }

    /// Wakes everybody, and lets nobody wait from now on.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return state.waiting.values.flatMap(\.values)
        }
        waiting.forEach { $0.resume() }
    }

    private func wake(_ ticket: Int, of account: AccountID) {
        let continuation = state.withLock { state in
            let found = state.waiting[account]?.removeValue(forKey: ticket)
            if state.waiting[account]?.isEmpty == true { state.waiting[account] = nil }
            return found
        }
        continuation?.resume()
    }
}
