import StoreSupport
import Testing
import VaultStore

@Suite struct PreviousVersionTests {
    @Test func `what the version before says to its database is understood by today's schema`() async throws {
        let place = try await StorePlace(VaultStore.migrations)
        let refused = try await PreviousVersion.misunderstood("VaultStore", on: place)
        #expect(refused == [])
    }
}
