/// Ends the process: libcrypto failed where only a broken or starved library can (a digest, a seal, a sound key).
///
/// Throwing would leave every caller to decide what to do without hashes and seals, and one of them would go on. What
/// strangers can cause is always a thrown `CryptoFault`.
func libraryFailed(_ what: StaticString) -> Never {
    fatalError("libcrypto failed: \(what)")  // no input causes it, and nothing is safe without hashes
}
