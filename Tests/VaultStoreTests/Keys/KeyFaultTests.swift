import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// A rotation that is interrupted at any statement loses nothing, and the next attempt completes it.
@Suite(.timeLimit(.minutes(3))) struct KeyFaultTests {
    private let faults: StatementFaults
    private let fixture: VaultStoreFixture

    init() async throws {
        faults = StatementFaults(try await StoreLocation(VaultSchema.migrations).open())
        fixture = try await VaultStoreFixture(on: faults, random: SeededRandom(seed: 3).random)
        for turn in 0..<5 { try await fixture.create(fixture.id(), "\(turn)") }
    }

    /// Runs a step with a fault at its first statement, at its second one and so on until none is left, and then without.
    ///
    /// After each fault every secret can be read by a new store that holds the same keys.
    /// - Returns: the number of faults.
    private func interrupting(_ what: String, _ step: () async throws -> Void) async throws -> Int {
        for count in 0..<400 {
            faults.fail(after: count)
            let outcome = await Result { try await step() }
            guard faults.mend() else {
                try outcome.get()
                return count
            }
            #expect(throws: StatementFaults.Fault.self) { try outcome.get() }
            try await expectEverythingReadable("\(what), fault \(count)")
        }
        throw Unexpected(what: "\(what) does not end")
    }

    private func expectEverythingReadable(_ when: String) async throws {
        let ids = try await fixture.store.wrappingKeys().filter { $0.state != .retired }.map(\.id)
        let ring = KeyRing(
            wrapping: ids.map { .init($0, SampleKEK.key($0)) }, index: .init("index-1", KeyRing.sampleIndex))
        for store in [fixture.store, try await fixture.reopened(keys: ring)] {
            let texts = try await store.pull(fixture.account, from: nil, at: fixture.now).items.map(\.text)
            #expect(texts == (0..<5).map { #"{"text":"\#($0)"}"# }, "\(when)")
        }
    }

    @Test func `wrapping keys change with faults at every statement`() async throws {
        var count = try await interrupting("publish") { try await fixture.publish("kek-2") }
        count += try await interrupting("activate") {
            _ = try await fixture.activate("kek-2")
        }
        #expect(try await fixture.keyStates() == ["kek-1 verifyOnly", "kek-2 active"])
        count += try await interrupting("rewrap") { try await fixture.rewrapAll("kek-1") }
        count += try await interrupting("retire") {
            _ = try await fixture.store.retireWrappingKey("kek-1", at: fixture.now)
        }
        #expect(try await fixture.keyStates() == ["kek-1 retired", "kek-2 active"])
        #expect(try await fixture.wrappers() == ["kek-2"])
        #expect(count >= 12, "\(count) faults")
        let changes = try await fixture.database.select(Statement("SELECT COUNT(*) FROM audit WHERE kind = 'key'"))
        #expect(try changes[0].int(0) == 4, "a change that was undone left no row")
    }

    @Test func `data keys change with faults at every statement`() async throws {
        var count = try await interrupting("renew") {
            try await fixture.store.renewDataKey(of: fixture.account, at: fixture.now)
        }
        #expect(try await fixture.dataKeys() == [1, 2])
        // Each attempt begins anew, as a process that was killed does.
        count += try await interrupting("reseal") { try await fixture.resealAll(limit: 2) }
        #expect(try await fixture.dataKeys() == [2])
        #expect(try await fixture.sealingVersions() == [2])
        try await fixture.store.orderDataKeys(at: fixture.now)
        count += try await interrupting("renew again") {
            try await fixture.store.renewDataKey(of: fixture.account, at: fixture.now, ifEarlier: true)
        }
        count += try await interrupting("reseal again") { try await fixture.resealAll() }
        #expect(try await fixture.dataKeys() == [3])
        #expect(count >= 25, "\(count) faults")
    }
}

extension Result where Failure == any Error {
    /// The outcome of an asynchronous call.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
