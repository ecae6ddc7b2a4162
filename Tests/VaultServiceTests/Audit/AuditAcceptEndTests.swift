import Audit
import AuditService
import Contracts
import Domain
import JSONRPC
import Primitives
import StoreSupport
import StrictJSON
import Support
import Testing
import VaultService

@Suite struct `audit.acceptEnd` {
    @Test(.requirement("L3"))
    func `plays its example: the log is continued from the accepted end, which a row records`() async throws {
        let fixture = try await VaultFixture()
        try await fixture.purgeAccounts(3)
        let known = try #require(try await fixture.recordAuditEnd())
        try await fixture.cutOffAuditLog(after: 1)
        var (params, example) = AuditAcceptEnd.example
        params.head = try await fixture.callAsAdministrator(AuditState.self, Nothing()).head
        example.formerHead = known.description
        #expect(try await fixture.callAsAdministrator(AuditAcceptEnd.self, params) == example)
        #expect(fixture.auditEnd.head?.description == params.head)
        #expect(try await fixture.recordAuditEnd()?.number == 2)
        #expect(try await fixture.callAsAdministrator(AuditState.self, Nothing()).contradiction == nil)
        #expect(try await fixture.auditWords().last == "decision auditEndAccepted administrator")
    }

    @Test func `refuses an end that the log does not have, and records nothing`() async throws {
        let fixture = try await VaultFixture()
        try await fixture.purgeAccounts(3)
        let known = try await fixture.recordAuditEnd(), hash = String(repeating: "5a", count: 32)
        for head in ["2:\(hash)", "9:\(hash)", String(repeating: "7", count: 66)] {
            let failure = await #expect(throws: CallFailure.self) {
                try await fixture.callAsAdministrator(AuditAcceptEnd.self, .init(head: head))
            }
            #expect(failure?.fault?.isKind(.invalidParams) == true && failure?.fault?.data["field"] == "head")
        }
        #expect(fixture.auditEnd.head == known)
        #expect(try await fixture.auditWords().allSatisfy { $0 == "purge vaultErased peer" })
    }

    @Test(.requirement("L3"))
    func `a restore accepts the end of the copy, unless the copy continues the recorded end`() async throws {
        let fixture = try await VaultFixture()
        try await fixture.purgeAccounts(3)
        let known = try #require(try await fixture.recordAuditEnd())
        #expect(try await fixture.vault.audit.acceptRestoredEnd() == nil)
        try await fixture.cutOffAuditLog(after: 2)
        let ends = try #require(try await fixture.vault.audit.acceptRestoredEnd())
        #expect(ends.former == known && ends.present.number == 2 && fixture.auditEnd.head == ends.present)
        #expect(try await fixture.recordAuditEnd()?.number == 3)
        #expect(try await fixture.auditWords().last == "decision auditEndAccepted administrator")
    }

    @Test(.requirement("L3"))
    func `refuses while a trigger would let the alarm go on, and names what removes it`() async throws {
        let fixture = try await VaultFixture()
        try await fixture.purgeAccounts(3)
        let known = try await fixture.recordAuditEnd()
        try await fixture.cutOffAuditLog(after: 1)
        try await fixture.tamper(
            StoreEngine.chosen == .sqlite
                ? "CREATE TRIGGER quiet BEFORE INSERT ON audit BEGIN SELECT RAISE(IGNORE); END"
                : "CREATE RULE quiet AS ON INSERT TO audit DO INSTEAD NOTHING")
        let head = try await fixture.callAsAdministrator(AuditState.self, Nothing()).head
        let failure = await #expect(throws: CallFailure.self) {
            try await fixture.callAsAdministrator(AuditAcceptEnd.self, .init(head: head))
        }
        #expect(failure?.fault?.isKind(.auditRefused) == true)
        #expect(failure?.fault?.data["reason"]?.string?.contains("quiet: remove it with DROP TRIGGER") == true)
        #expect(fixture.auditEnd.head == known)
    }

    @Test func `refuses without a row if the end cannot be recorded`() async throws {
        let fixture = try await VaultFixture()
        try await fixture.purgeAccounts(3)
        let known = try await fixture.recordAuditEnd()
        try await fixture.cutOffAuditLog(after: 1)
        fixture.auditEnd.lock()
        let head = try await fixture.callAsAdministrator(AuditState.self, Nothing()).head
        let failure = await #expect(throws: CallFailure.self) {
            try await fixture.callAsAdministrator(AuditAcceptEnd.self, .init(head: head))
        }
        #expect(failure?.fault?.isKind(.auditRefused) == true)
        #expect(failure?.fault?.data["reason"] == "the place cannot be written")
        #expect(fixture.auditEnd.head == known)
        let words = try await fixture.auditWords()
        #expect(!words.contains { $0.contains("auditEndAccepted") })
    }
}
