import Contracts
import Logging
import Primitives

/// Follows auth's revocation feed by long polls. Each page of events is applied before the lease is renewed.
struct FeedFollower: Sendable {
    /// The time in milliseconds for which auth may hold a poll open.
    static let waitMs = 700

    let peer: AuthPeer
    let sessions: SessionCache
    let lease: Lease
    let keys: SigningKeyCache
    let clock: SteadyClock
    let log: Logger
    /// Called when the feed has begun anew: at the first poll of this process, and when auth has begun a generation.
    let whenRestarted: @Sendable () -> Void

    /// Polls until the task is cancelled. If auth is unreachable the lease expires and polls are retried after 0.1 s,
    /// 0.2 s and so on, at most 1 s; the first failure and the recovery are logged, not each retry.
    func run() async {
        var failures = 0
        while !Task.isCancelled {
            do {
                try await pollOnce()
                if failures > 0 { log.notice("the revocation feed can be read again") }
                failures = 0
            } catch {
                guard !Task.isCancelled else { return }
                if failures == 0 { log.warning("the revocation feed cannot be read", metadata: ["error": "\(error)"]) }
                failures += 1
                try? await Task.pause(for: .milliseconds(min(1000, 100 * failures)))
            }
        }
    }

    /// Polls once and applies the page. The lease is renewed unless the feed has more events.
    func pollOnce() async throws {
        let position = sessions.position
        let sent = clock.now
        let page = try await peer.poll(
            RevocationPoll.Params(
                feedEpoch: position?.epoch, after: DecimalInt64(position?.seq ?? 0),
                waitMs: position == nil ? 0 : Self.waitMs))
        switch sessions.apply(page) {
        case .upToDate: lease.renew(from: sent)
        case .behind: break
        case .restarted:
            if position != nil {
                log.warning("auth's revocation feed cannot be continued; every session is introspected again")
            }
            lease.renew(from: sent)
            whenRestarted()
        }
        if let digest = page.keySet { keys.announced(digest) }
    }
}
