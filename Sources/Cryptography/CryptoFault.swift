/// The reasons a cryptographic operation fails. No case contains a key, a text or a position.
public enum CryptoFault: Error, Hashable, Sendable {
    /// The ciphertext, nonce, tag, key or associated data is not that of the sealing. The fault does not say which, so
    /// that it reveals nothing.
    case notAuthentic
    /// The bytes are not a valid key of the expected kind: wrong length, off the curve, of small order, or encrypted.
    case malformedKey(String)
    /// A parameter is outside the safe or supported range; the text names it.
    case badParameter(String)
    /// A known-answer test failed at start: the library or the machine cannot be trusted.
    case selfTestFailed(String)
}
