import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultStore

@testable import VaultService

@Suite struct `vault.restore` {
    private static func params(
        _ made: SecretChange, version: Int64, base: Int64, requestID: RequestID? = nil
    ) -> VaultRestore.Params {
        .init(
            id: made.id, rev: DecimalInt64(version), base: ItemBase(epoch: made.epoch, rev: DecimalInt64(base)),
            requestId: requestID)
    }

    @Test func `plays its example: the first version is the present one again, for other devices too`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        var (params, example) = VaultRestore.example
        let made = try await `vault.history`.edited(person)
        let cursor = try await person.pull().cursor
        params.base.epoch = made.epoch
        let answer = try await person.call(VaultRestore.self, params)
        #expect(answer.id == example.id && answer.rev == example.rev && answer.epoch == made.epoch)
        let items = try await person.onAnotherDevice().pull(cursor).items
        #expect(items.map(\.rev) == [answer.rev] && items[0].body == SecretAdd.example.params.body)
        let versions = try await person.call(VaultHistory.self, .init(id: made.id)).versions
        #expect(versions.map(\.rev.value) == [3, 2, 1])
    }

    @Test func `an item leaves the trash by its own rev`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let made = try await `vault.history`.edited(person)
        let trash = PushOp(
            opId: fixture.id(), type: .trash, id: made.id, base: ItemBase(epoch: made.epoch, rev: made.rev),
            knownSeq: made.rev)
        try await person.push(trash)
        let listed = try await person.call(SecretList.self, .init(trashed: true)).secrets
        #expect(listed.map(\.id) == [made.id] && listed[0].issuer == "Example Mail" && listed[0].deletedAtMs != nil)
        #expect(try await person.call(VaultHistory.self, .init(id: made.id)).state == .trashed)
        #expect(try await person.call(VaultRestore.self, Self.params(made, version: 3, base: 3)).rev == 4)
        #expect(try await person.pull().items.map(\.state) == [.live])
        #expect(try await person.call(SecretList.self, .init(trashed: true)).secrets.isEmpty)
    }

    @Test func `a concurrent edit is a conflict, and a version that the vault does not have is named`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let made = try await `vault.history`.edited(person)
        let refusal = try await person.refusal(VaultRestore.self, Self.params(made, version: 1, base: 1))
        #expect(refusal?.name == "conflict" && refusal?.data["current"]?["rev"]?.string == "2")
        try await person.expectRefused(.versionUnknown, VaultRestore.self, Self.params(made, version: 9, base: 2))
        try await fixture.tamper("UPDATE vault_version SET schema = 2")
        try await person.expectRefused(.itemUnreadable, VaultRestore.self, Self.params(made, version: 1, base: 2))
        let stranger = fixture.person()
        try await stranger.expectRefused(.itemUnknown, VaultRestore.self, Self.params(made, version: 1, base: 2))
        _ = try await person.call(SecretDelete.self, .init(id: made.id, rev: 2))
        try await person.expectRefused(.itemGone, VaultRestore.self, Self.params(made, version: 1, base: 3))
    }

    @Test func `a repeated request gets the first answer, and its id is refused for another request`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let made = try await `vault.history`.edited(person)
        let request: RequestID = fixture.id()
        let params = Self.params(made, version: 1, base: 2, requestID: request)
        let first = try await person.call(VaultRestore.self, params)
        let body: JSONObject = try #require(VaultHistory.example.answer.versions[0].body)
        _ = try await person.call(SecretEdit.self, .init(id: made.id, body: body, rev: first.rev))
        #expect(try await person.call(VaultRestore.self, params) == first)
        #expect(try await person.pull().head == 4)
        try await person.expectRefused(
            .requestIdReused, VaultRestore.self, Self.params(made, version: 2, base: 2, requestID: request))
    }

    @Test func `a limit of the account refuses a restore`() async throws {
        var limits = StoreLimits()
        limits.operationsPerHour = 3
        let fixture = try await VaultFixture(limits: limits), person = fixture.person()
        let made = try await `vault.history`.edited(person)
        #expect(try await person.call(VaultRestore.self, Self.params(made, version: 1, base: 2)).rev == 3)
        try await person.expectRefused(.limitReached, VaultRestore.self, Self.params(made, version: 1, base: 3))
    }
}
