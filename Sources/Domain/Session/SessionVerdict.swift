/// The answer of ``SessionRule``: a live session with what it may do, or the reason why its tokens are refused.
public enum SessionVerdict: Hashable, Sendable {
    /// The session is live. Below the level `full`, only the auth service accepts its tokens.
    case live(level: SessionLevel, scopes: Set<Scope>)
    /// The session's tokens are refused.
    case ended(SessionEnd)

    /// The reason why the session's tokens are refused; nil while it is live.
    public var end: SessionEnd? {
        switch self {
        case .live: nil
        case .ended(let end): end
        }
    }
}
