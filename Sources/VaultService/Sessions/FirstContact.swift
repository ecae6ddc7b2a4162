import Primitives

/// The first answers of auth after the start of a vault: its signing keys, and a poll of the revocation feed.
///
/// A vault that has them serves sessions, also while auth is down for a moment. One that starts while auth is
/// down becomes ready after three seconds all the same, because its answer `unavailable` tells a device what to do, and the
/// error page of a proxy without a ready vault does not.
struct FirstContact: Sendable {
    static let longestWait = Duration.seconds(3)

    let keys: SigningKeyCache
    let lease: Lease
    let clock: SteadyClock
    let began: SteadyInstant

    init(keys: SigningKeyCache, lease: Lease, clock: SteadyClock) {
        self.keys = keys
        self.lease = lease
        self.clock = clock
        began = clock.now
    }

    /// What is missing; nil if nothing is, and after ``longestWait``. A wrong issuer is a problem at any time.
    var problem: String? {
        if let mismatch = keys.mismatch { return "\(mismatch)" }
        guard clock.now - began < Self.longestWait else { return nil }
        if !keys.holdsKeys { return "the keys of access tokens have not been read from auth yet" }
        return lease.age == nil ? "auth's revocation feed has not been read yet" : nil
    }
}
