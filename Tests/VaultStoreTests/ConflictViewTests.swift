import Domain
import Primitives
import Testing
import VaultStore

/// The secrets that conflicts of one push show.
@Suite struct ConflictViewTests {
    @Test func `each conflict shows the secret as the operations before it left it`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.create(id)
        let ops = [
            fixture.op(.update, id, on: 99, fixture.note("late")),
            fixture.op(.update, id, on: 1, fixture.note("second")),
            fixture.op(.update, id, on: 99, fixture.note("late")),
        ]
        let shown = try await push(ops, to: fixture).map { $0?.text }
        #expect(shown == [#"{"text":"first"}"#, nil, #"{"text":"second"}"#])
    }

    /// An answer may have 100 conflicts on one secret of 64 KiB.
    @Test func `the conflicts of one push on one version share the memory of its body`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.create(id, String(repeating: "long ", count: 1000))
        let ops = (0..<3).map { _ in fixture.op(.update, id, on: 99, fixture.note("late")) }
        let addresses = try await push(ops, to: fixture).map { secret in
            guard case .open(let body) = secret?.body else { throw Unexpected(what: "no body") }
            return body.withUnsafeBufferPointer { $0.baseAddress.map(UInt.init(bitPattern:)) }
        }
        #expect(addresses.count == 3 && Set(addresses).count == 1)
    }

    /// The secrets that the conflicts show; nil for an operation with another outcome.
    private func push(_ ops: [SecretOp], to fixture: VaultStoreFixture) async throws -> [StoredSecret?] {
        try await fixture.store.push(ops, to: fixture.account, by: fixture.device, at: fixture.now).outcomes.map {
            if case .conflict(let current) = $0 { current } else { nil }
        }
    }
}
