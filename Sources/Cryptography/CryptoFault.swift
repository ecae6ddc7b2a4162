/// Why a cryptographic operation was refused. None of the cases quotes a key, a text or a position.
public enum CryptoFault: Error, Hashable, Sendable {
    /// The sealed text, its key or its associated data is not what was sealed. Nothing is told apart on purpose.
    case notAuthentic
    /// Bytes that are no key of the wanted kind: wrong length, off the curve, small order, encrypted, or another kind.
    case malformedKey(String)
    /// A number outside what is safe or supported; the sentence names it.
    case badParameter(String)
    /// A known answer came out wrong at the start: the library or the machine cannot be trusted.
    case selfTestFailed(String)
}
