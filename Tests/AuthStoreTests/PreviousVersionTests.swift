import AuthStore
import StoreSupport
import Testing

@Suite struct PreviousVersionTests {
    @Test func `the statements of the previous version run on the current schema`() async throws {
        let location = try await StoreLocation(AuthStore.migrations)
        let refused = try await PreviousVersion.refusedStatements("AuthStore", on: location)
        #expect(refused == [])
    }
}
