import Domain
import Primitives
import Support
import Testing
import VaultStore

/// The wrapped keys of an account that encrypts on its devices.
@Suite struct WrapTests {
    private func put(
        _ bytes: [UInt8], version: Int64 = 1, _ party: String = "recovery", on base: [UInt8]? = nil, meta: String? = nil
    ) -> WrapChange {
        WrapChange(
            .init(keyVersion: version, wrapID: party), base: base, content: .init(wrapped: bytes, meta: meta))
    }

    private func change(_ changes: WrapChange..., in fixture: VaultStoreFixture) async throws -> WrapResult {
        try await fixture.store.changeWraps(
            changes, of: fixture.account, by: fixture.device, at: fixture.now)
    }

    @Test func `of parallel first writers on two instances one wins, for each version and party`() async throws {
        let instances = try await VaultStoreFixture.twoInstances()
        let results = try await instances.parallel(16) { fixture, turn in
            try await change(put([UInt8(turn)], version: Int64(turn % 2 + 1)), in: fixture).outcomes[0]
        }
        let won = results.filter { if case .applied = $0 { true } else { false } }
        #expect(won.count == 2)
        let wraps = try await instances[1].store.wraps(of: instances[0].account, at: instances[0].now).wraps
        #expect(
            wraps.map(\.id.keyVersion) == [1, 2]
                && wraps.allSatisfy { Int64($0.wrapped[0] % 2 + 1) == $0.id.keyVersion })
        #expect(Set(results.filter { !won.contains($0) }) == Set(wraps.map { .conflict(tag: $0.tag) }))
    }

    @Test func `of parallel changes of one wrap on two instances one applies, and of parallel removals too`()
        async throws
    {
        let instances = try await VaultStoreFixture.twoInstances()
        guard case .applied(let tag?) = try await change(put([0]), in: instances[0]).outcomes[0] else {
            throw Unexpected(what: "the wrap was not added")
        }
        let changed = try await instances.parallel(8) { fixture, turn in
            try await change(put([UInt8(turn + 1)], on: tag), in: fixture).outcomes[0]
        }
        let applied = changed.compactMap { outcome -> [UInt8]? in
            if case .applied(let tag) = outcome { tag } else { nil }
        }
        #expect(applied.count == 1 && applied[0] != tag)
        let removal = WrapChange(.init(keyVersion: 1, wrapID: "recovery"), base: applied[0], content: nil)
        let removed = try await instances.parallel(8) { fixture, _ in
            try await change(removal, in: fixture).outcomes[0]
        }
        #expect(removed.filter { $0 == .applied(tag: nil) }.count == 1)
        #expect(removed.filter { $0 == .noop(tag: nil) }.count == 7)
    }

    @Test func `a wrap is removed from one version of the account key, and stays in the other`() async throws {
        let fixture = try await VaultStoreFixture()
        for version: Int64 in [1, 2] { _ = try await change(put([UInt8(version)], version: version), in: fixture) }
        let wraps = try await fixture.store.wraps(of: fixture.account, at: fixture.now).wraps
        let first = try #require(wraps.first { $0.id.keyVersion == 1 })
        _ = try await change(WrapChange(first.id, base: first.tag, content: nil), in: fixture)
        let left = try await fixture.store.wraps(of: fixture.account, at: fixture.now).wraps
        #expect(left.map(\.id.keyVersion) == [2] && left.map(\.wrapped) == [[2]])
    }

    @Test func `a repeated change is a noop, a stale one a conflict, and a wrap that was added again has another tag`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        let first = try await change(put([1], meta: "m"), put([1], meta: "m"), put([2]), in: fixture)
        guard case .applied(let tag?) = first.outcomes[0] else { throw Unexpected(what: "\(first)") }
        #expect(first.outcomes == [.applied(tag: tag), .noop(tag: tag), .conflict(tag: tag)])
        let recovery = AccountKeyWrap.ID(keyVersion: 1, wrapID: "recovery")
        let stale = WrapChange(recovery, base: [7], content: nil)
        let removal = WrapChange(recovery, base: tag, content: nil)
        let second = try await change(stale, removal, removal, put([1], meta: "m"), removal, in: fixture)
        #expect(second.outcomes.prefix(3) == [.conflict(tag: tag), .applied(tag: nil), .noop(tag: nil)])
        #expect(second.wraps.count == 1 && second.wraps[0].tag != tag)
        #expect(second.outcomes.last == .conflict(tag: second.wraps[0].tag))
        #expect(try await fixture.store.wraps(of: fixture.account, at: fixture.now).wraps == second.wraps)
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).seq == 0)
    }

    @Test func `an account has at most 200 wraps, of which each can still be changed and removed`() async throws {
        let fixture = try await VaultStoreFixture()
        #expect(StoreLimits().wrapsPerAccount == 200)
        var tag: [UInt8] = []
        for version in 1...200 as ClosedRange<Int64> {
            guard case .applied(let made?) = try await change(put([1], version: version), in: fixture).outcomes[0]
            else {
                throw Unexpected(what: "version \(version)")
            }
            tag = made
        }
        #expect(try await change(put([1], version: 201), in: fixture).outcomes == [.limitReached])
        let removal = WrapChange(.init(keyVersion: 1, wrapID: "recovery"), base: nil, content: nil)
        let more = try await change(put([2], version: 200, on: tag), removal, in: fixture)
        #expect(more.wraps.count == 200 && more.wraps.last?.wrapped == [2])
    }

    @Test func `changes count as operations of the hour, and one whose authorization ends changes nothing`()
        async throws
    {
        var limits = StoreLimits()
        limits.operationsPerHour = 3
        let fixture = try await VaultStoreFixture(limits: limits)
        _ = try await change(put([1]), put([1], version: 2), in: fixture)
        await #expect(throws: Unexpected.self) {
            try await fixture.store.changeWraps(
                [put([1], version: 3)], of: fixture.account, by: fixture.device, at: fixture.now
            ) { throw Unexpected(what: "revoked") }
        }
        _ = try await change(put([1], version: 4), in: fixture)
        await #expect(throws: VaultStoreFault.tooManyOperations(remaining: .hours(1))) {
            try await change(put([1], version: 5), in: fixture)
        }
        let wraps = try await fixture.store.wraps(of: fixture.account, at: fixture.now).wraps
        #expect(wraps.map(\.id.keyVersion) == [1, 2, 4])
    }

    @Test func `a new epoch keeps the wraps and is named, and a purged account has none`() async throws {
        let fixture = try await VaultStoreFixture()
        let before = try await change(put([1]), in: fixture)
        try await fixture.beginGeneration()
        let after = try await fixture.store.wraps(of: fixture.account, at: fixture.now)
        #expect(after.wraps == before.wraps && after.epoch != before.epoch)
        #expect(try await change(put([2]), in: fixture).epoch == after.epoch)
        try await fixture.store.purge(fixture.account, at: fixture.now)
        await #expect(throws: VaultStoreFault.purged) { try await change(put([1]), in: fixture) }
        await #expect(throws: VaultStoreFault.purged) {
            try await fixture.store.wraps(of: fixture.account, at: fixture.now)
        }
    }
}
