import SQL

extension AuthStore {
    /// True if a device key is admitted on an account.
    public func isAdmitted(_ thumbprint: String) async throws -> Bool {
        try await database.read { try AccountDeviceTable.isAdmitted(thumbprint, in: $0) }
    }
}
