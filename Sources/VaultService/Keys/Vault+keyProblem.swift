import Primitives

extension Vault {
    /// Reads the wrapping keys at the start of the process, and reports them to the other instances.
    ///
    /// - Throws: one line for the administrator if this process does not hold a key that is in use.
    public func useKeys() async throws {
        try await refreshKeys()
        if let problem = keyProblem { throw KeyFileProblem(description: problem) }
    }

    /// What keeps this process from answering calls that need a wrapping key; nil if nothing does.
    public var keyProblem: String? { wrappingKeys?.problem }

    /// The number of wrapping keys in use whose files this process cannot read any more. The next start would fail.
    public var damagedKeyFiles: Int { wrappingKeys?.damagedFiles.count ?? 0 }
}

/// The key file that keeps the service from starting, as one line for the administrator.
struct KeyFileProblem: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String
}
