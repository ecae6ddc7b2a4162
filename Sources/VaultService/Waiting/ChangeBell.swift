import Primitives
import Synchronization

/// Wakes pulls that wait for a change of their account.
final class ChangeBell: Sendable {
    /// How many may wait for one account; the next one takes the place of the one that has waited longest.
    static let placesPerAccount = 64

    private struct Waiter {
        let end: AsyncStream<Void>.Continuation
        /// The account's head that the waiting pull has seen; nil before it looked.
        var seen: Int64?
    }

    private typealias Line = [Int: Waiter]

    private struct State {
        var lines: [AccountID: Line] = [:]
        var next = 0
        var isClosed = false
    }

    /// A place in line. A change after it was taken is not missed, however late the waiting begins.
    struct Place: Sendable {
        fileprivate let account: AccountID
        fileprivate let number: Int
        fileprivate let rings: AsyncStream<Void>
        fileprivate let end: AsyncStream<Void>.Continuation
    }

    private let state = Mutex(State())

    /// Takes a place in line, before looking whether there is something; whoever takes one leaves it again.
    func enter(lineFor account: AccountID) -> Place {
        let (rings, end) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let (number, displaced) = state.withLock { state -> (Int, Waiter?) in
            state.next += 1
            guard !state.isClosed else { return (state.next, Waiter(end: end)) }
            var line = state.lines[account] ?? [:]
            let isFull = line.count >= Self.placesPerAccount
            let displaced = isFull ? line.keys.min().flatMap { line.removeValue(forKey: $0) } : nil
            line[state.next] = Waiter(end: end)
            state.lines[account] = line
            return (state.next, displaced)
        }
        displaced?.end.finish()
        return Place(account: account, number: number, rings: rings, end: end)
    }

    /// Gives a place back.
    func leave(_ place: Place) {
        state.withLock { state in
            state.lines[place.account]?[place.number] = nil
            if state.lines[place.account]?.isEmpty == true { state.lines[place.account] = nil }
        }
    }

    /// Returns at the account's next change since the place was taken, after `longest`, when the task is cancelled, or
    /// when nobody shall wait any more.
    ///
    /// - Parameter head: the account's head that was looked at since the place was taken.
    func wait(_ place: Place, seen head: Int64, atMost longest: Duration) async {
        state.withLock { $0.lines[place.account]?[place.number]?.seen = head }
        let timer = Task { [end = place.end] in
            try? await Task.sleep(for: longest)
            end.finish()
        }
        for await _ in place.rings { break }
        timer.cancel()
    }

    /// Ends one wait.
    func wake(_ place: Place) { place.end.finish() }

    /// Says that an account has changed.
    func ring(_ account: AccountID) {
        let line = state.withLock { $0.lines[account] }
        line?.values.forEach { $0.end.yield() }
    }

    /// The accounts that are waited for, and the lowest head that is known to one of the waiting.
    var awaited: [AccountID: Int64] {
        state.withLock { $0.lines.compactMapValues { line in line.values.compactMap(\.seen).min() } }
    }

    /// How many wait for an account.
    func count(of account: AccountID) -> Int { state.withLock { $0.lines[account]?.count ?? 0 } }

    /// Wakes everybody, and lets nobody wait from now on.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            return state.lines.values.flatMap(\.values)
        }
        waiting.forEach { $0.end.finish() }
    }
}
