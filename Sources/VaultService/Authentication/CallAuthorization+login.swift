import Contracts
import JSONRPC
import Primitives
import Tokens

extension CallAuthorization {
    /// The age up to which the login of a session counts as recent.
    static let recentLoginAge = Duration.minutes(5)

    /// Checks that the person has logged in to this session a short time ago. Auth states the time of the login in the token,
    /// and a refreshed token states the same.
    ///
    /// The last known state of a session while auth is unreachable does not count.
    func checkRecentLogin() throws(Fault) {
        if case .staleRead = basis { throw Fault(.unavailable, retryAfterMs: 1000) }
        guard let login = caller.authenticated else { throw Fault(.reauthenticationRequired) }
        let age = authenticator.clock.now - login
        // Auth may have written a time that is ahead of this host's clock by the difference that two hosts may have, twice:
        // between its own instances, and between one of them and this host.
        guard age <= Self.recentLoginAge, age >= .zero - ClockSkew.allowed * 2 else {
            throw Fault(.reauthenticationRequired)
        }
    }
}
