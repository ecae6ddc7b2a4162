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

@testable import AuthService

@Suite struct `audit.acceptEnd` {
    @Test func `plays its example: the log is continued from the accepted end, which a row records`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        try await fixture.auth.audit.chain()
        try await fixture.auth.audit.recordEnd()
        let known = try #require(fixture.auditEnd.head)
        try await fixture.cutOffAuditLog(after: 1)
        var (params, example) = AuditAcceptEnd.example
        params.head = try await fixture.callAsAdministrator(AuditState.self, Nothing()).head
        example.formerHead = known.description
        #expect(try await fixture.callAsAdministrator(AuditAcceptEnd.self, params) == example)
        #expect(fixture.auditEnd.head?.description == params.head)
        try await fixture.auth.audit.chain()
        try await fixture.auth.audit.recordEnd()
        #expect(fixture.auditEnd.head?.number == 2)
        #expect(try await fixture.callAsAdministrator(AuditState.self, Nothing()).contradiction == nil)
        let row = try #require(try await fixture.callAsAdministrator(AuditList.self, .init(limit: 1)).rows.first)
        #expect(row.kind == Open(.decision) && row.detail == "auditEndAccepted" && row.actor == Open(.administrator))
    }

    @Test func `refuses an end that the log does not have, and records nothing`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        try await fixture.auth.audit.chain()
        try await fixture.auth.audit.recordEnd()
        let known = fixture.auditEnd.head, hash = String(repeating: "5a", count: 32)
        for head in ["2:\(hash)", "9:\(hash)", String(repeating: "7", count: 66)] {
            let fault = await #expect(throws: RemoteFault.self) {
                try await fixture.callAsAdministrator(AuditAcceptEnd.self, .init(head: head))
            }
            #expect(fault?.isKind(.invalidParams) == true && fault?.data["field"] == "head")
        }
        #expect(fixture.auditEnd.head == known)
        let words = try await fixture.auditWords()
        #expect(!words.contains("decision auditEndAccepted"))
    }

    @Test(.requirement("L3"))
    func `refuses while a trigger would let the alarm go on, and names what removes it`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        try await fixture.auth.audit.chain()
        try await fixture.auth.audit.recordEnd()
        let known = fixture.auditEnd.head
        try await fixture.cutOffAuditLog(after: 1)
        try await fixture.tamper(
            StoreEngine.chosen == .sqlite
                ? "CREATE TRIGGER quiet BEFORE INSERT ON audit BEGIN SELECT RAISE(IGNORE); END"
                : "CREATE RULE quiet AS ON INSERT TO audit DO INSTEAD NOTHING")
        let head = try await fixture.callAsAdministrator(AuditState.self, Nothing()).head
        let fault = await #expect(throws: RemoteFault.self) {
            try await fixture.callAsAdministrator(AuditAcceptEnd.self, .init(head: head))
        }
        #expect(fault?.isKind(.auditRefused) == true)
        #expect(fault?.data["reason"]?.string?.contains("quiet: remove it with DROP TRIGGER") == true)
        #expect(fixture.auditEnd.head == known)
    }

    @Test func `refuses without a row if the end cannot be recorded`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        try await fixture.auth.audit.chain()
        try await fixture.auth.audit.recordEnd()
        let known = fixture.auditEnd.head
        try await fixture.cutOffAuditLog(after: 1)
        fixture.auditEnd.lock()
        let head = try await fixture.callAsAdministrator(AuditState.self, Nothing()).head
        let fault = await #expect(throws: RemoteFault.self) {
            try await fixture.callAsAdministrator(AuditAcceptEnd.self, .init(head: head))
        }
        #expect(fault?.isKind(.auditRefused) == true)
        #expect(fault?.data["reason"] == "the place cannot be written")
        #expect(fixture.auditEnd.head == known)
        let words = try await fixture.auditWords()
        #expect(!words.contains { $0.contains("auditEndAccepted") })
    }
}
