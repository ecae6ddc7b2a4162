import StoreSupport
import Testing
import VaultStore

@Suite struct PreviousVersionTests {
    @Test func `the statements of the previous version run on the current schema`() async throws {
        let location = try await StoreLocation(VaultStore.migrations)
        let refused = try await PreviousVersion.refusedStatements("VaultStore", on: location)
        #expect(refused == [])
    }
}
