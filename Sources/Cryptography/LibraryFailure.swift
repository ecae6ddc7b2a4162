/// Ends the process because libcrypto failed in an operation (hashing, sealing, using a valid key) that fails only when
/// the library is broken or out of memory.
///
/// No input from outside leads here; such failures are thrown as `CryptoFault`. Throwing here as well would ask every
/// caller to decide how to go on without cryptography.
func libraryFailed(_ what: StaticString) -> Never {
    fatalError("libcrypto failed: \(what)")  // no input causes it, and nothing is safe without hashes
}
