/// Ends the process because libcrypto failed in an operation (hashing, sealing, using a valid key) that fails only when
/// the library is broken or out of memory.
///
/// No input from outside causes such a failure; refused input is thrown as `CryptoFault`. If this were thrown as well,
/// every caller would have to decide how to go on without cryptography.
///
/// - Parameter what: the operation, as a verb with its object.
func libraryFailed(_ what: StaticString) -> Never {
    fatalError("libcrypto failed to \(what)")  // no input causes it, and nothing is safe without hashes
}
