import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import Tokens
import VaultService
import VaultStore

/// What backends with tokens of a person may use up.
@Suite struct BackendLimitTests {
    private func token(_ person: VaultPerson, _ scope: Set<Scope>) throws -> String {
        try person.token(audiences: ["vault"], scope: scope, party: "https://shop.example")
    }

    /// Adds a counter-based item, of which each code is an operation.
    private func addCounter(_ person: VaultPerson) async throws -> SecretID {
        var params = SecretAdd.example.params
        (params.id, params.body["type"], params.body["counter"]) = (person.fixture.id(), "hotp", "0")
        return try await person.call(SecretAdd.self, params).id
    }

    private func limit(_ refusal: RemoteFault?) -> String? {
        refusal?.name == "limitReached" ? refusal?.data["limit"]?.string : nil
    }

    @Test func `all backends together send so many operations in an hour, and use up none of the devices'`()
        async throws
    {
        var limits = StoreLimits()
        (limits.backendOperationsPerHour, limits.operationsPerHour) = (3, 2)
        let fixture = try await VaultFixture(limits: limits), person = fixture.person()
        let id = try await addCounter(person), code = SecretCode.Params(id: id)
        let codes = try token(person, [.secretsCodes]), write = try token(person, [.secretsWrite])
        for counter in 0..<2 {
            #expect(
                try await person.call(SecretCode.self, code, token: codes).counter == DecimalInt64(Int64(counter)))
        }
        _ = try await person.call(SecretDelete.self, .init(id: id, force: true), token: write)
        for _ in 0..<2 {
            let refusal = try await person.refusal(SecretDelete.self, .init(id: id, force: true), token: write)
            #expect(limit(refusal) == "backendOperationsPerHour" && refusal?.retryAfterMs == 3_600_000)
        }
        try await person.push(person.create("the second operation of a device"))
        let push = VaultPush.Params(ops: [person.create("the third")])
        #expect(limit(try await person.refusal(VaultPush.self, push)) == "operationsPerHour")
        fixture.clock.advance(by: .hours(1))
        try await fixture.vault.followOnce()
        let fresh = try await addCounter(person)
        #expect(
            try await person.call(SecretCode.self, .init(id: fresh), token: token(person, [.secretsCodes])).counter
                == 0)
    }

    @Test func `a backend gets codes although the devices have used up their hour`() async throws {
        var limits = StoreLimits()
        limits.operationsPerHour = 1
        let fixture = try await VaultFixture(limits: limits), person = fixture.person()
        let code = SecretCode.Params(id: try await addCounter(person))
        let push = VaultPush.Params(ops: [person.create("the second")])
        #expect(limit(try await person.refusal(VaultPush.self, push)) == "operationsPerHour")
        let codes = try token(person, [.secretsCodes])
        for counter in 0..<2 {
            #expect(try await person.call(SecretCode.self, code, token: codes).counter == DecimalInt64(Int64(counter)))
        }
        #expect(limit(try await person.refusal(VaultPush.self, push)) == "operationsPerHour")
    }

    @Test func `backends fill half of the log of operations, and at a full log items are still deleted`() async throws {
        var limits = StoreLimits()
        limits.operationsPerAccount = 4
        let fixture = try await VaultFixture(limits: limits), person = fixture.person()
        let code = SecretCode.Params(id: try await addCounter(person)), codes = try token(person, [.secretsCodes])
        #expect(try await person.call(SecretCode.self, code, token: codes).counter == 0)
        let half = try await person.refusal(SecretCode.self, code, token: codes)
        #expect(limit(half) == "operationsPerAccount")
        let notes = [person.create("a"), person.create("b"), person.create("c")]
        #expect(try await person.push(notes[0], notes[1], notes[2]).map(\.outcome) == [.applied, .applied, .rejected])
        let trash = PushOp(opId: fixture.id(), type: .trash, id: notes[0].id, knownSeq: 4, force: true)
        #expect(try await person.push(trash).map(\.outcome) == [.applied])
        #expect(try await person.push(trash).map(\.first) == [.applied], "the repetition is answered from the log")
        let delete = PushOp(opId: fixture.id(), type: .delete, id: notes[0].id, knownSeq: 4, force: true)
        #expect(try await person.push(delete).map(\.outcome) == [.applied])
        let write = try token(person, [.secretsWrite])
        _ = try await person.call(SecretDelete.self, .init(id: code.id, force: true), token: write)
        let info = try await person.call(VaultInfo.self, Nothing())
        #expect(info.items == 1 && info.operations == 7, "removals are logged beyond the limit")
        #expect(try await person.push(notes[2]).map(\.outcome) == [.rejected])
    }

    @Test func `a removal that a full log did not refuse is not applied again after a device has restored the item`()
        async throws
    {
        var limits = StoreLimits()
        limits.operationsPerAccount = 4
        let fixture = try await VaultFixture(limits: limits), person = fixture.person()
        let note = person.create("a"), other = person.create("b")
        try await person.push(note, other)
        let write = try token(person, [.secretsWrite]), request: RequestID = fixture.id()
        let delete = SecretDelete.Params(id: note.id, force: true, requestId: request)
        let rev = try await person.call(SecretDelete.self, delete, token: write).rev
        let body = try #require(note.body)
        let back = try await person.call(SecretRestore.self, .init(id: note.id, rev: rev, body: body))
        #expect(try await person.call(SecretDelete.self, delete, token: write).rev == rev)
        let reused = SecretDelete.Params(id: other.id, force: true, requestId: request)
        try await person.expectRefused(.requestIdReused, SecretDelete.self, reused, token: write)
        let items = try await person.call(VaultPull.self, .init()).items.filter { $0.state == .live }
        #expect(Set(items.map(\.id)) == [note.id, other.id] && items.map(\.rev).max() == back.rev)
    }

    @Test func `a backend that may not read confirms no guess of a body, unless a wrong guess would be a change`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        var params = SecretAdd.example.params
        params.id = fixture.id()
        let made = try await person.call(SecretAdd.self, params), body = params.body
        let write = try token(person, [.secretsWrite])
        let stale = SecretEdit.Params(id: made.id, body: body, rev: 9)
        try await person.expectRefused(.conflict, SecretEdit.self, stale, token: write)
        try await person.expectRefused(.conflict, SecretAdd.self, params, token: write)
        let restore = SecretRestore.Params(id: made.id, rev: made.rev, body: body)
        try await person.expectRefused(.conflict, SecretRestore.self, restore, token: write)
        let current = SecretEdit.Params(id: made.id, body: body, rev: made.rev)
        #expect(try await person.call(SecretEdit.self, current, token: write).rev == made.rev)
        let both = try token(person, [.secretsWrite, .secretsRead])
        #expect(try await person.call(SecretEdit.self, stale, token: both).rev == made.rev)
        #expect(try await person.call(SecretRestore.self, restore, token: both).rev == made.rev)
        #expect(try await person.call(SecretEdit.self, stale).rev == made.rev)
    }

    @Test func `a backend that may get codes is listed the items that have some, and not the trash`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), codes = try token(person, [.secretsCodes])
        var ids: [SecretID] = []
        for text in ["a", "b", "c"] {
            try await person.push(person.create(text))
            ids.append(try await addCounter(person))
        }
        var listed: [SecretID] = [], after: SecretID?
        repeat {
            let page = try await person.call(SecretList.self, .init(after: after, limit: 1), token: codes)
            #expect(page.secrets.count == 1)
            listed += page.secrets.map(\.id)
            after = page.more ? page.secrets.last?.id : nil
        } while after != nil
        #expect(listed == ids.sorted())
        let trash = SecretList.Params(trashed: true)
        let refusal = try await person.refusal(SecretList.self, trash, token: codes)
        #expect(refusal?.name == "scopeMissing" && refusal?.data["detail"] == "secrets.read")
        let read = try token(person, [.secretsRead])
        #expect(try await person.call(SecretList.self, .init(), token: read).secrets.count == 6)
        #expect(try await person.call(SecretList.self, trash, token: read).secrets.isEmpty)
    }
}
