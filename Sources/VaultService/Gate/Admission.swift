import Contracts
import JSONRPC
import Primitives
import Tokens

/// Somebody who may use the vault: let in at the door, and asked again before a commit and before the answer.
struct Admission: Sendable {
    /// What makes the standing it was let in on trustworthy.
    enum Ground: Sendable {
        /// The revocation feed, while the lease holds.
        case feed
        /// An answer about this session alone, asked for at this point while there was no lease; good as long as one.
        case asked(SteadyInstant, SessionStanding)
        /// Reads are allowed until the token ends, because the installation says so.
        case relaxed
    }

    let caller: Caller
    let scopes: [String]
    let ground: Ground
    let gate: Gate

    /// Whose vault it is.
    var account: AccountID { caller.account }
    /// The device that calls.
    var device: DeviceID { caller.device }

    /// Throws if what let the caller in no longer holds.
    func check() throws(Fault) {
        guard caller.expires + AccessTokens.skew > gate.clock.now else { throw gate.expired() }
        switch ground {
        case .feed:
            guard let standing = gate.standings.standing(of: caller.session, account: caller.account) else {
                throw Fault(.unavailable, retryAfterMs: 100)
            }
            try standing.admit(caller, scopes)
            guard gate.lease.isHeld else { throw Fault(.unavailable, retryAfterMs: 1000) }
        case .asked(let at, let standing):
            let known = gate.standings.standing(of: caller.session, account: caller.account)
            if let known, known.asOf > standing.asOf { try known.admit(caller, scopes) }
            guard gate.steady.now - at <= Lease.length else { throw Fault(.unavailable, retryAfterMs: 1000) }
        case .relaxed:
            if let standing = gate.standings.standing(of: caller.session, account: caller.account) {
                try standing.admit(caller, scopes)
            }
        }
    }
}

extension SessionStanding {
    /// Throws the refusal, if there is one.
    func admit(_ caller: Caller, _ scopes: [String]) throws(Fault) {
        if let refusal = refusal(of: caller, needing: scopes) { throw refusal }
    }
}
