import AuthStore
import FaultInjection
import Logging
import Primitives
import Synchronization

/// Sends what the outbox holds: a code at most once, a purge until the vault acknowledges it.
struct OutboxRunner: Sendable {
    /// How many entries are under way at once: until so many are slow, no slow one holds up another.
    static let atOnce = 50
    /// How long a call to the vault may go unanswered before it is made again.
    static let patience = Duration.seconds(30)

    let auth: Auth
    let gateway: SMSGateway
    let purger: VaultPurger

    /// Sends until the task is cancelled; what is under way then is still settled.
    ///
    /// - Parameter attempt: told of every failure to take something up.
    func run(_ attempt: (_ work: () async throws -> Void) async -> Void) async {
        let underWay = UnderWay()
        await withDiscardingTaskGroup { group in
            await auth.outboxWakeSignal.onEachSignal(orAfter: .milliseconds(250)) {
                await attempt {
                    while true {
                        let room = Self.atOnce - underWay.count.load(ordering: .relaxed)
                        let entries = room > 0 ? try await takeUp(room) : []
                        if entries.isEmpty { break }
                        underWay.count.add(entries.count, ordering: .relaxed)
                        for entry in entries { group.addTask { await sendWhole(entry, underWay) } }
                    }
                }
            }
        }
    }

    /// Sends what is due, once, and waits for it; returns how many entries there were.
    func sendDue() async throws -> Int {
        let entries = try await takeUp(Self.atOnce)
        await withDiscardingTaskGroup { group in
            for entry in entries { group.addTask { await send(entry) } }
        }
        return entries.count
    }

    private func takeUp(_ count: Int) async throws -> [OutboxEntry] {
        try await auth.store.takeUp(count, patience: Self.patience, at: auth.now)
    }

    /// Sends and settles even if the caller is cancelled: a code that was taken up is sent now or never.
    private func sendWhole(_ entry: OutboxEntry, _ underWay: UnderWay) async {
        await Task { await send(entry) }.value
        let before = underWay.count.subtract(1, ordering: .relaxed).oldValue
        if before == Self.atOnce { auth.outboxWakeSignal.signal() }
    }

    private func send(_ entry: OutboxEntry) async {
        let sent: AuthStore.Sent
        switch OutboxPayload(entry.sealed, of: entry.id, by: auth.keys) {
        case .message(let to, let text, let expires)?:
            sent = await carry(TextMessage(to: to, text: text, expires: expires), entry)
        case .purge(let account)?: sent = await purge(account, entry)
        case nil:
            auth.log.error("an outbox entry does not open", metadata: ["entry": "\(entry.id)"])
            sent = .dead
        }
        do {
            try await auth.store.settle(entry.id, sent)
        } catch {
            // It stays as being sent: a code is then not sent again, a purge is, both as they must be.
            auth.log.error("an outbox entry could not be settled", metadata: ["entry": "\(entry.id)"])
        }
    }

    private func carry(_ message: TextMessage, _ entry: OutboxEntry) async -> AuthStore.Sent {
        auth.metrics.handedOverMessage()
        FailPoint.reached("before-send")
        let delivery = auth.now < message.expires ? await gateway.send(message) : .failedPermanently
        FailPoint.reached("after-send")
        switch delivery {
        case .accepted: return .done
        case .unknown:
            auth.log.warning("nobody knows what became of a message", metadata: ["entry": "\(entry.id)"])
            return .done
        case .failedPermanently: return .dead
        case .failedTemporarily:
            let due = auth.now + backOff(entry, from: .seconds(1), to: .seconds(30))
            return due < message.expires ? .retry(at: due) : .dead
        }
    }

    private func purge(_ account: AccountID, _ entry: OutboxEntry) async -> AuthStore.Sent {
        FailPoint.reached("before-purge-call")
        let delivery = await purger.purge(account, RequestID(bits: entry.id.bits))
        FailPoint.reached("after-purge-call")
        switch delivery {
        case .accepted: return .done
        case .failedPermanently, .failedTemporarily, .unknown:
            if entry.attempts > 3 {
                auth.log.error("the vault has not acknowledged a deletion", metadata: ["attempts": "\(entry.attempts)"])
            }
            return .retry(at: auth.now + backOff(entry, from: .seconds(1), to: .seconds(30)))
        }
    }

    /// Doubles with every attempt.
    private func backOff(_ entry: OutboxEntry, from first: Duration, to most: Duration) -> Duration {
        min(most, first * (1 << Int(min(max(entry.attempts - 1, 0), 10))))
    }
}

/// How many entries are under way.
private final class UnderWay: Sendable {
    let count = Atomic(0)
}
