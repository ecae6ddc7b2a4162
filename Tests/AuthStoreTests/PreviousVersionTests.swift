import AuthStore
import StoreSupport
import Testing

@Suite struct PreviousVersionTests {
    @Test func `the statements of the previous version run on today's schema`() async throws {
        let place = try await StoreLocation(AuthStore.migrations)
        let refused = try await PreviousVersion.refusedStatements("AuthStore", on: place)
        #expect(refused == [])
    }
}
