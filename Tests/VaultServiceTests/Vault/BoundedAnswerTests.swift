import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Synchronization
import Testing
import VaultService
import VaultStore

/// An answer does not grow with the number of operations on one item, and a push of the advertised size can be sent.
@Suite struct BoundedAnswerTests {
    @Test func `a hundred conflicts on one item show it once`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let made = person.create(String(repeating: "x", count: 60_000))
        try await person.push(made)
        let deletes = (0..<100).map { _ in PushOp(opId: fixture.id(), type: .delete, id: made.id, knownSeq: 1) }
        for outcome in [OpOutcome.conflict, .replayed] {
            let results = try await person.call(VaultPush.self, .init(ops: deletes)).results
            #expect(results.allSatisfy { $0.outcome == outcome && $0.rev == 1 })
            #expect(results.map { $0.current != nil } == [true] + Array(repeating: false, count: 99))
        }
    }

    @Test func `the results of a push show bodies up to the limit of a page to the byte`() async throws {
        var limits = StoreLimits()
        limits.bytesPerPage = 3 * 60
        let fixture = try await VaultFixture(limits: limits)
        let person = fixture.person()
        let size = #"{"text":""}"#.utf8.count
        let made = [60, 60, 60, 61, 1].map { person.create(String(repeating: "x", count: $0 - min($0, size))) }
        for op in made { try await person.push(op) }
        let deletes = made.map { PushOp(opId: fixture.id(), type: .delete, id: $0.id, knownSeq: 5) }
        let results = try await person.call(VaultPush.self, .init(ops: deletes)).results
        #expect(results.map { $0.current != nil } == [true, true, true, false, false])
        #expect(results.map(\.rev) == [1, 2, 3, 4, 5])
    }

    @Test func `the page of a sync has the bytes that its results leave, and at least one item`() async throws {
        var limits = StoreLimits()
        limits.bytesPerPage = 100
        let fixture = try await VaultFixture(limits: limits)
        let person = fixture.person()
        let size = #"{"text":""}"#.utf8.count
        let made = [60, 20, 20, 30].map { person.create(String(repeating: "x", count: $0 - size)) }
        for op in made { try await person.push(op) }
        let start = try await person.call(VaultPull.self, .init(limit: 1)).cursor
        let delete = PushOp(opId: fixture.id(), type: .delete, id: made[0].id, knownSeq: 4)
        let answer = try await person.call(VaultSync.self, .init(ops: [delete], cursor: start))
        #expect(answer.results[0].current != nil && answer.items.map(\.rev) == [2, 3] && answer.more)
        limits.bytesPerPage = 60
        let client = person.calling(try await fixture.restarted(limits: limits))
        let full = try await client.call(VaultSync.self, .init(ops: [delete], cursor: start))
        #expect(full.results[0].current != nil && full.items.map(\.rev) == [2] && full.more)
    }

    @Test func `a push cannot be sent in a batch`() {
        #expect(!VaultPush.isAllowedInBatch && !VaultSync.isAllowedInBatch)
    }

    @Test func `the largest push that vault.info advertises fits a request, even with every character escaped`()
        async throws
    {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let size = #"{"text":""}"#.utf8.count
        let text = String(repeating: "é", count: ((64 << 10) - size) / 2)
        var ops = (0..<16).map { _ in person.create(text + "x") }
        #expect(JSON.object(try #require(ops[0].body)).canonical().count == 64 << 10)
        let body = try WireEncoder().encode(VaultPush.Params(ops: ops)).canonical()
        let escaped = body.count + 4 * text.count * ops.count
        #expect(escaped < fixture.vault.maxBodyBytes)
        #expect(try await person.call(VaultPush.self, .init(ops: ops)).results.allSatisfy { $0.outcome == .applied })
        ops = (0..<16).map { _ in person.create(text + "x") } + [person.create("")]
        ops[16].body = [:]
        let refusal = try await person.refusal(VaultPush.self, .init(ops: ops))
        #expect(refusal?.name == "limitReached" && refusal?.data["limit"] == "bytesPerPush")
    }

    @Test func `more operations than an hour allows are refused by name, and count too`() async throws {
        var limits = StoreLimits()
        limits.operationsPerHour = 3
        let fixture = try await VaultFixture(limits: limits)
        let person = fixture.person()
        try await person.push(person.create("a"), person.create("b"), person.create("c"))
        for _ in 0..<2 {
            let refusal = try await person.refusal(VaultPush.self, .init(ops: [person.create("d")]))
            #expect(refusal?.name == "limitReached" && refusal?.data["limit"] == "operationsPerHour")
            #expect(refusal?.retryAfterMs == 3_600_000)
        }
        fixture.clock.advance(by: .hours(1) - .milliseconds(1))
        try await fixture.vault.followOnce()
        #expect(try await person.refusal(VaultPush.self, .init(ops: [person.create("d")]))?.name == "limitReached")
        fixture.clock.advance(by: .milliseconds(1))
        try await fixture.vault.followOnce()
        #expect(try await person.push(person.create("d"))[0].outcome == .applied)
    }

    @Test func `a waiting pull ends when a generation begins, and its device learns of the new epoch`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let page = try await person.pull()
        let other = fixture.person()
        let ended = EndedPulls()
        let otherPage = try await other.pull()
        async let waiting = {
            let refusal = try await person.refusal(VaultPull.self, .init(cursor: page.cursor, waitMs: 25_000))
            ended.names.withLock { $0.append("ended by the generation") }
            return refusal
        }()
        try await fixture.waitForWaitingPull(of: person.account)
        try await fixture.beginGeneration()
        let afterwards = try await other.pull()
        async let control = {
            _ = try await other.pull(afterwards.cursor, waitMs: 20_000)
            ended.names.withLock { $0.append("waited to its end") }
        }()
        let refusal = try await waiting
        #expect(ended.names.withLock { $0 } == ["ended by the generation"])
        #expect(refusal?.name == "resyncRequired" && refusal?.data["reason"] == "epochChanged")
        #expect(refusal?.data["parent"] == .string(page.epoch.description))
        #expect(otherPage.epoch != afterwards.epoch)
        try await other.push(other.create("ends the control"))
        try await control
    }
}

/// Records the order in which pulls end.
private final class EndedPulls: Sendable {
    let names = Mutex<[String]>([])
}
