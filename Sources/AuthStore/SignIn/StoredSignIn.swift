public import Primitives

/// The response of a sign-in as it is stored under its idempotency key, so that a repeated request is answered alike.
public enum StoredSignIn: Sendable, Hashable {
    /// Stored as the 16 bytes of the account followed by the 16 of the session.
    case signedIn(AccountID, SessionID)
    /// Stored as its name in ASCII.
    case notRegistered
    /// Stored as its name in ASCII.
    case blocked

    /// Decodes stored bytes; nil if they encode none of the three cases.
    public init?(_ bytes: [UInt8]) {
        switch bytes {
        case Self.notRegistered.bytes: self = .notRegistered
        case Self.blocked.bytes: self = .blocked
        default:
            guard bytes.count == 32, let account = AccountID(bytes: bytes[..<16]),
                let session = SessionID(bytes: bytes[16...])
            else { return nil }
            self = .signedIn(account, session)
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .signedIn(let account, let session): account.bytes + session.bytes
        case .notRegistered: Array("notRegistered".utf8)
        case .blocked: Array("blocked".utf8)
        }
    }
}
