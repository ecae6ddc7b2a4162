/// Why a token was refused. What the caller should do differs, so the cases stay apart.
public enum TokenFault: Error, Hashable, Sendable {
    /// Sound, but past its time: refresh.
    case expired
    /// Sound, but from a moment that has not come by this clock: one of two clocks is wrong, so say unavailable.
    case notYetValid
    /// Signed, as it says, by a key this process does not know (yet).
    case unknownKey(kid: String)
    /// Another kind of token, or one for another audience or issuer.
    case wrongKind(String)
    /// Altered, forged or garbled; the sentence is for the log.
    case bad(String)
}
