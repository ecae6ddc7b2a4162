import AuthStore
import StoreSupport
import Testing

@Suite struct PreviousVersionTests {
    @Test func `what the version before says to its database is understood by today's schema`() async throws {
        let place = try await StorePlace(AuthStore.migrations)
        let refused = try await PreviousVersion.misunderstood("AuthStore", on: place)
        #expect(refused == [])
    }
}
