import Contracts
import Logging
import Primitives
import Tokens

/// Follows auth's revocation feed: one long poll after the other, each applied before the lease is extended.
struct FeedFollower: Sendable {
    /// How long a poll may wait at auth.
    static let wait = 700

    let peer: AuthPeer
    let standings: SessionStandings
    let lease: Lease
    let tokens: AccessTokens
    let clock: SteadyClock
    let log: Logger

    /// Polls until the task is cancelled. While auth cannot be reached the lease runs out by itself.
    func run() async {
        var failures = 0
        while !Task.isCancelled {
            do {
                try await step()
                if failures > 0 { log.notice("the revocation feed is followed again") }
                failures = 0
            } catch {
                if failures == 0 { log.warning("the revocation feed cannot be read", metadata: ["error": "\(error)"]) }
                failures += 1
                try? await Task.sleep(for: .milliseconds(min(1000, 50 << min(failures, 5))))
            }
        }
    }

    /// One poll.
    func step() async throws {
        let place = standings.place
        let sent = clock.now
        let page = try await peer.poll(
            RevocationPoll.Params(
                feedEpoch: place?.epoch, after: DecimalInt64(place?.seq ?? 0), waitMs: place == nil ? 0 : Self.wait))
        switch standings.apply(page) {
        case .upToDate: lease.extend(from: sent)
        case .behind: break
        case .startedOver:
            tokens.clearCache()
            if place != nil { log.warning("auth's revocation feed began anew; every session is asked about again") }
            lease.extend(from: sent)
        }
    }
}
