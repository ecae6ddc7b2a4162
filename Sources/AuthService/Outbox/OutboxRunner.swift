import AuthStore
import FaultInjection
import Logging
import Primitives
import Synchronization

/// Sends the entries of the outbox: a code at most once, a purge until the vault acknowledges it. A message that cannot
/// be decrypted is given up; a purge is kept and tried again, because only it erases the account's vault.
struct OutboxRunner: Sendable {
    /// The largest number of entries sent concurrently, so that a slow receiver delays no other entry.
    static let concurrency = 50
    /// The time after which a purge that was not acknowledged is sent again.
    static let purgeTimeout = Duration.seconds(30)

    let auth: Auth
    let gateway: SMSGateway
    let purger: VaultPurger

    /// Sends entries until the task is cancelled, then waits for those being sent.
    func run() async {
        let inFlight = InFlightCount()
        await withDiscardingTaskGroup { group in
            await auth.outboxWakeSignal.onEachSignal(orEvery: .milliseconds(250)) {
                await auth.failureLog.run("send the outbox") {
                    while true {
                        let free = Self.concurrency - inFlight.count.load(ordering: .relaxed)
                        let entries = free > 0 ? try await claim(free) : []
                        if entries.isEmpty { break }
                        inFlight.count.add(entries.count, ordering: .relaxed)
                        for entry in entries { group.addTask { await sendUncancelled(entry, inFlight) } }
                    }
                }
            }
        }
    }

    /// Sends at most ``concurrency`` entries that are due and returns their number.
    func sendDue() async throws -> Int {
        let entries = try await claim(Self.concurrency)
        await withDiscardingTaskGroup { group in
            for entry in entries { group.addTask { await send(entry) } }
        }
        return entries.count
    }

    private func claim(_ count: Int) async throws -> [OutboxEntry] {
        try await auth.store.claimDueEntries(limit: count, retryAfter: Self.purgeTimeout, at: auth.now)
    }

    /// Sends an entry to the end even if the runner is cancelled: a claimed code is never claimed again, and would be
    /// lost.
    private func sendUncancelled(_ entry: OutboxEntry, _ inFlight: InFlightCount) async {
        await Task.inContext { await send(entry) }.value
        let before = inFlight.count.subtract(1, ordering: .relaxed).oldValue
        if before == Self.concurrency { auth.outboxWakeSignal.signal() }
    }

    private func send(_ entry: OutboxEntry) async {
        let sent: AuthStore.SendResult
        var purged: AccountID?
        var handover: MessageHandover?
        switch OutboxPayload(entry.sealed, of: entry.id, keys: auth.keys) {
        case .message(let to, let text, let expires)?:
            let message = TextMessage(
                to: to, text: text, expires: expires, id: entry.id, reportReference: auth.reportReference(of: entry.id))
            (sent, handover) = await sendMessage(message, entry)
        case .purge(let account)?:
            sent = await purge(account, entry)
            purged = sent == .sent ? account : nil
        case nil:
            auth.log.error(
                "an outbox entry cannot be decrypted and is not sent: check the file of the key seal-\(entry.sealed.key)",
                metadata: ["entry": "\(entry.id)"])
            sent = unreadable(entry)
        }
        do {
            if let purged {
                try await auth.store.recordPurge(of: auth.tag(of: purged), entry.id, at: auth.now)
            } else {
                try await auth.store.recordResult(sent, of: entry.id, handover: handover)
            }
        } catch {
            // The entry keeps the state `sending`, in which a code is never sent again and a purge is.
            auth.log.error(
                "an outbox entry was handled, but its result could not be stored", metadata: ["entry": "\(entry.id)"])
        }
    }

    /// The right key file may be back after the next restart, so a purge waits for it.
    private func unreadable(_ entry: OutboxEntry) -> AuthStore.SendResult {
        switch entry.kind {
        case .sms: return .dead
        case .purge:
            auth.metrics.countUnreadablePurge()
            return .retry(at: auth.now + backOff(entry, from: .seconds(1), to: .minutes(5)))
        }
    }

    private func sendMessage(
        _ message: TextMessage, _ entry: OutboxEntry
    ) async -> (AuthStore.SendResult, MessageHandover?) {
        guard auth.now < message.expires else { return (.dead, nil) }
        auth.metrics.countMessage()
        FailPoint.reached("before-send")
        let handedOver = await gateway.handOver(message)
        FailPoint.reached("after-send")
        let outcome = handedOver.outcome
        if outcome != .accepted { auth.metrics.countMessageNotAccepted() }
        let recipient = SealedRecipient.seal(message.to, of: entry.id, keys: auth.keys, auth.random)
        let handover = MessageHandover(
            driver: handedOver.driver, recipient: recipient, acceptedAt: outcome == .accepted ? auth.now : nil,
            isUnknown: outcome == .unknown)
        return (result(outcome, message, entry), handover)
    }

    private func result(
        _ outcome: DeliveryOutcome, _ message: TextMessage, _ entry: OutboxEntry
    ) -> AuthStore.SendResult {
        switch outcome {
        case .accepted: return .sent
        case .unknown:
            auth.log.warning(
                "it is unknown whether the gateway took a message",
                metadata: ["entry": "\(entry.id)", "to": "\(message.to)"])
            return .sent
        case .failedTemporarily:
            let due = auth.now + backOff(entry, from: .seconds(1), to: .seconds(30))
            if due < message.expires { return .retry(at: due) }
        case .failedPermanently: break
        }
        auth.log.error(
            "a message is given up, because no gateway took it",
            metadata: ["entry": "\(entry.id)", "to": "\(message.to)"])
        return .dead
    }

    private func purge(_ account: AccountID, _ entry: OutboxEntry) async -> AuthStore.SendResult {
        FailPoint.reached("before-purge-call")
        let delivery = await purger.purge(account, RequestID(bits: entry.id.bits))
        FailPoint.reached("after-purge-call")
        switch delivery {
        case .accepted: return .sent
        case .failedPermanently, .failedTemporarily, .unknown:
            if entry.attempts > 3 {
                auth.log.error("the vault has not acknowledged a purge", metadata: ["attempts": "\(entry.attempts)"])
            }
            return .retry(at: auth.now + backOff(entry, from: .seconds(1), to: .seconds(30)))
        }
    }

    /// The time until the next attempt; it doubles with each attempt, up to `maximum`.
    private func backOff(_ entry: OutboxEntry, from first: Duration, to maximum: Duration) -> Duration {
        min(maximum, first * (1 << Int(min(max(entry.attempts - 1, 0), 10))))
    }
}

/// The number of entries being sent.
private final class InFlightCount: Sendable {
    let count = Atomic(0)
}
