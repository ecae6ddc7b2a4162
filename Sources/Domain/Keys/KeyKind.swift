import Primitives

/// A kind of key that a service replaces while it runs.
public enum KeyKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// P-256 keys that sign access tokens.
    case signing
    /// Keys that authenticate the nonces of request proofs.
    case nonce
    /// Keys that encrypt phone numbers, the payloads of the outbox and the accounts of deletions.
    case seal
    /// Keys that compute the keyed hashes of phone numbers, network addresses and deleted accounts.
    case index
    /// Keys that hash codes, requests and refresh tokens, and derive refresh tokens.
    case hash
    /// Keys of the vault that encrypt the data keys of the accounts. The other kinds are keys of auth.
    case kek

    /// The kinds of auth.
    public static let ofAuth = allCases.filter { $0 != .kek }

    /// The time for which a key that is no longer active can still be asked for: as long as a token or a nonce that it
    /// made is accepted. This is also far longer than an instance needs to notice that another key is active, so that no
    /// instance makes rows with a key that is retired.
    ///
    /// Limits on codes are counted under two index keys until 25 h after the former was active: the longest of them holds
    /// for a day.
    public var timeInUseAfterActive: Duration {
        switch self {
        case .signing, .nonce, .seal, .hash: ShortLivedCredential.acceptedFor
        case .index: .hours(25)
        // A lock decides instead: no row can get a key that is not active.
        case .kek: .zero
        }
    }

    /// True if rows of the database hold values that keys of the kind made. Such a row names the number of its key, and
    /// the key is kept as long as a row needs it.
    public var makesRows: Bool {
        switch self {
        case .signing, .nonce: false
        case .seal, .index, .hash, .kek: true
        }
    }
}
