import Domain
import Logging
import Primitives
import SQL
import Synchronization
import VaultStore

/// The background passes that wrap data keys with the active wrapping key, renew data keys and seal bodies anew.
///
/// Every instance runs them. What is to be done is in the database, so a pass that is interrupted is continued by the
/// next one, of whichever instance; the locks of the store keep two instances from doing the same work twice.
final class DataKeyWork: Sendable {
    /// The number of accounts that one page has.
    private static let accountsPerPage = 100
    /// The time for which an account is left alone that could not be sealed anew because a row of it is damaged.
    private static let damagedRetry = Duration.hours(1)
    /// The least time between two reports within a pass.
    private static let reportInterval = Duration.seconds(1)
    /// The largest number of damaged accounts that are remembered.
    private static let maximumDamaged = 10_000

    private let store: VaultStore
    private let steady: SteadyClock
    private let metrics: VaultMetrics
    private let log: Logger
    private let damaged = Mutex<[AccountID: SteadyInstant]>([:])
    private let unreadable = Mutex<[String: Int]>([:])
    private let truncation: LogTruncation

    init(
        store: VaultStore, steady: SteadyClock, metrics: VaultMetrics, log: Logger,
        truncateWriteAheadLog: @escaping @Sendable () async throws -> Void
    ) {
        self.store = store
        self.steady = steady
        self.metrics = metrics
        self.log = log
        truncation = LogTruncation(steady: steady, log: log, truncate: truncateWriteAheadLog)
    }

    /// Makes one pass: wraps the data keys of former wrapping keys, carries out the ordered renewals, and seals bodies anew.
    ///
    /// What was destroyed or replaced is erased from the write-ahead log after the data keys are wrapped, and after each page of
    /// accounts.
    func run(at now: Instant) async throws {
        try await rewrap()
        try await renew(at: now)
    }

    /// Wraps every data key of a former wrapping key with the active one, and reports how many are left.
    private func rewrap() async throws {
        let former = try await store.wrappingKeys().filter { $0.state == .verifyOnly }.map(\.id)
        var left = try await store.dataKeys(wrappedBy: former)
        metrics.reportKeysToWrap(left.values.reduce(0, +))
        for key in former {
            var position: RewrapPosition?, unreadable = 0
            while let rows = left[key], rows > 0 {
                try Task.checkCancellation()
                let outcome = try await store.rewrap(key, after: position)
                if outcome.changed > 0 { truncation.becomesDue() }
                unreadable += outcome.unreadable.count
                left[key] = max(0, rows - outcome.changed)
                metrics.reportKeysToWrap(left.values.reduce(0, +))
                guard let next = outcome.next else { break }
                position = next
            }
            logUnreadable(unreadable, of: key)
        }
        await truncation.runIfDue()
    }

    /// Logs data keys that cannot be unwrapped, once for each number of them.
    private func logUnreadable(_ count: Int, of key: String) {
        guard unreadable.withLock({ $0.updateValue(count, forKey: key) ?? 0 }) != count, count > 0 else { return }
        log.error(
            "data keys cannot be unwrapped and keep their wrapping key: restore their rows from a backup",
            metadata: ["rows": "\(count)", "key": "\(key)"])
    }

    /// Carries out the ordered renewals of data keys, and seals bodies anew until no former data key is left.
    private func renew(at now: Instant) async throws {
        var last: AccountID?, reported = steady.now
        while true {
            let page = try await store.accountsWithFormerDataKeys(after: last, limit: Self.accountsPerPage)
            for account in page { try await unlessDamaged(account) { try await resealBodies(of: account) } }
            await truncation.runIfDue()
            guard let end = page.last else { break }
            last = end
        }
        var position: (round: Int64, account: AccountID)?
        while true {
            let page = try await store.accountsWithEarlierDataKeys(after: position, limit: Self.accountsPerPage)
            for (_, account) in page {
                try Task.checkCancellation()
                try await unlessDamaged(account) {
                    if try await store.renewDataKey(of: account, at: now, ifEarlier: true) {
                        try await resealBodies(of: account)
                    }
                }
            }
            await truncation.runIfDue()
            guard let end = page.last else { break }
            position = end
            // The report counts every account that waits.
            guard steady.now - reported >= Self.reportInterval else { continue }
            reported = steady.now
            await reportProgress()
        }
        await reportProgress()
    }

    private func reportProgress() async {
        guard let progress = try? await store.dataKeyProgress() else { return }
        metrics.report(progress)
    }

    /// Works on one account. An account with a damaged row keeps its former data key, and is tried again an hour later.
    private func unlessDamaged(_ account: AccountID, _ work: () async throws -> Void) async throws {
        let now = steady.now
        if let retry = damaged.withLock({ $0[account] }), now < retry { return }
        do {
            try await work()
        } catch VaultStoreFault.keyUnreadable {
            postponeDamaged(account, unreadable: "its present data key", at: now)
        } catch SQLFault.damagedRow(let problem) {
            postponeDamaged(account, unreadable: problem, at: now)
        }
    }

    /// Seals the bodies of one account anew, and destroys its former data keys once nothing needs them.
    private func resealBodies(of account: AccountID) async throws {
        let now = steady.now
        var position = ResealPosition()
        while true {
            try Task.checkCancellation()
            truncation.becomesDue()
            let outcome = try await store.reseal(account, after: position)
            if let next = outcome.next {
                position = next
                continue
            }
            if outcome.unreadable > 0 {
                metrics.countUnreadableItems(outcome.unreadable)
                postponeDamaged(account, unreadable: "\(outcome.unreadable) bodies", at: now)
            }
            if outcome.destroyed > 0 { metrics.countDestroyedDataKeys(outcome.destroyed) }
            return
        }
    }

    /// Leaves an account alone for an hour, and logs what of it cannot be read.
    private func postponeDamaged(_ account: AccountID, unreadable part: String, at now: SteadyInstant) {
        damaged.withLock { damaged in
            if damaged.count >= Self.maximumDamaged { damaged.removeAll() }
            damaged[account] = now + Self.damagedRetry
        }
        log.error(
            "an account keeps a former data key, because a part of it cannot be read: restore its rows from a backup, or delete the damaged items",
            metadata: ["account": "\(account)", "unreadable": "\(part)"])
    }
}
