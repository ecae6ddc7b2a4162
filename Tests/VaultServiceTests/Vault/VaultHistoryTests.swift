import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import VaultService

@Suite struct `vault.history` {
    /// Adds the item of the examples and edits it once.
    static func edited(_ person: VaultPerson) async throws -> SecretChange {
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        let body = try #require(VaultHistory.example.answer.versions[0].body)
        return try await person.call(SecretEdit.self, .init(id: made.id, body: body, rev: made.rev))
    }

    @Test func `plays its example: the present version and the former one`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let (params, example) = VaultHistory.example
        let made = try await Self.edited(person)
        let answer = try await person.call(VaultHistory.self, params)
        #expect(answer.id == example.id && answer.state == example.state && answer.head == example.head)
        #expect(answer.epoch == made.epoch && answer.versions.allSatisfy { $0.epoch == made.epoch && $0.fault == nil })
        #expect(answer.versions.map(\.rev) == example.versions.map(\.rev))
        #expect(answer.versions.map(\.body) == example.versions.map(\.body))
        #expect(answer.versions.allSatisfy { $0.kind == "otp" && $0.schema == 1 && $0.updatedBy == person.device })
    }

    @Test func `each version that is shown counts as a read, and an unreadable one is in its place`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let made = try await Self.edited(person)
        _ = try await person.call(VaultHistory.self, .init(id: made.id))
        await fixture.vault.writeReads()
        #expect(try await fixture.readCounts() == [2])
        try await fixture.tamper("UPDATE vault_version SET schema = 2")
        let versions = try await person.call(VaultHistory.self, .init(id: made.id)).versions
        #expect(versions.map(\.fault) == [nil, "itemUnreadable"] && versions.map { $0.body == nil } == [false, true])
        await fixture.vault.writeReads()
        #expect(try await fixture.readCounts() == [3])
    }

    @Test func `an absent item, that of another account and a deleted one have no history`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let made = try await Self.edited(person)
        try await person.expectRefused(.itemUnknown, VaultHistory.self, .init(id: fixture.id()))
        try await fixture.person().expectRefused(.itemUnknown, VaultHistory.self, .init(id: made.id))
        let gone = try await person.call(SecretDelete.self, .init(id: made.id, rev: made.rev))
        let refusal = try await person.refusal(VaultHistory.self, .init(id: made.id))
        #expect(refusal?.name == "itemGone" && refusal?.data["tombstone"]?["rev"]?.string == "\(gone.rev)")
    }
}
