public import Primitives
import Synchronization

/// The request proof, or the service assertion, that came with a call. It is recorded as used in the first transaction
/// that the call commits, so that a call with an effect is performed at most once for each proof.
public final class PresentedProof: Sendable {
    /// The longest time for which a proof is recorded. A request proof is refused once its nonce has expired. Its
    /// identifier is kept for twice that time.
    public static let longestLife = ShortLivedCredential.acceptedFor * 2

    let jti: String
    let thumbprint: String
    let expires: Instant
    private let recorded = Mutex(false)

    /// - Parameter expires: the moment from which the proof would be refused anyway and need not be recorded any more.
    public init(jti: String, thumbprint: String, expires: Instant) {
        self.jti = jti
        self.thumbprint = thumbprint
        self.expires = expires
    }

    /// True after a transaction that recorded the proof has been committed.
    var isRecorded: Bool { recorded.withLock { $0 } }

    func markRecorded() { recorded.withLock { $0 = true } }
}

/// The proof of this call was used by an earlier call; nothing was changed.
public struct ProofReplayed: Error {}
