import Primitives
import Synchronization

/// The tokens of a child's session. They are held in memory only, so that every start of the app needs the PIN.
final class HeldTokens: Sendable {
    private struct Tokens: Sendable {
        let session: SessionID?
        let access: AccessToken?
        let refresh: RefreshToken?
        let refreshRequestID: RequestID?
    }

    private let held = Mutex<Tokens?>(nil)

    /// Puts the tokens into the profile of a child that was read, if they belong to its session.
    func show(in profile: inout Profile) {
        guard profile.child != nil, let tokens = held.withLock({ $0 }), tokens.session == profile.sessionId else {
            return
        }
        (profile.accessToken, profile.refreshToken) = (tokens.access, tokens.refresh)
        profile.refreshRequestID = tokens.refreshRequestID
    }

    /// Holds the tokens of a child's profile, and returns the profile as it is stored: without them. Any other profile is
    /// stored as it is.
    func hold(of profile: Profile) -> Profile {
        guard profile.child != nil else {
            forget()
            return profile
        }
        held.withLock { tokens in
            tokens = Tokens(
                session: profile.sessionId, access: profile.accessToken, refresh: profile.refreshToken,
                refreshRequestID: profile.refreshRequestID)
        }
        var stored = profile
        stored.dropTokens()
        return stored
    }

    func forget() { held.withLock { $0 = nil } }
}
