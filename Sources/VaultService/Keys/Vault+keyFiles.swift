import Primitives

extension Vault {
    /// Reads the files of the wrapping keys now, and returns what is wrong with that of each key that this process holds, one
    /// line each. The next start would fail.
    public func keyFileProblems() async throws -> [String] {
        try await refreshKeys()
        return wrappingKeys?.damagedFiles ?? []
    }
}
