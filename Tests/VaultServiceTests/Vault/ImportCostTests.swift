import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultService
import VaultStore

/// What an import may cost others.
@Suite struct ImportCostTests {
    @Test func `two imports run at the same time, one of an account, and other calls are answered meanwhile`()
        async throws
    {
        let fixture = try await VaultFixture(), content = try ImportedFile.text(1)
        let people = [fixture.person(), fixture.person(), fixture.person()]
        for person in people { try await person.push(person.create("so that the account has a head")) }
        fixture.database.beforeNextWrite {
            try await people[0].expectBusy(content)
            fixture.database.beforeNextWrite {
                try await people[2].expectBusy(content)
                #expect(try await people[2].call(VaultInfo.self, Nothing()).items == 1)
            }
            #expect(try await people[1].add(content).added == 1)
        }
        #expect(try await people[0].add(content).added == 1)
        #expect(try await people[0].add(content).duplicates == 1)
        #expect(try await people[2].add(content).added == 1)
    }

    @Test func `an import that is refused lets the next one begin`() async throws {
        let person = try await VaultFixture().person()
        for _ in 0..<3 {
            try await person.expectRefused(.fileRefused, VaultImport.self, .init(content: "x", dryRun: true))
        }
    }

    @Test func `each call counts as an operation of the hour, a dry run and a refused file too`() async throws {
        var limits = StoreLimits()
        limits.operationsPerHour = 3
        let fixture = try await VaultFixture(limits: limits), person = fixture.person()
        let content = try ImportedFile.text(1)
        #expect(try await person.add(content, dryRun: true).added == 1)
        try await person.expectRefused(.fileRefused, VaultImport.self, .init(content: "x"))
        #expect(try await person.add(content, dryRun: true).added == 1)
        let refusal = try await person.refusal(VaultImport.self, .init(content: content, dryRun: true))
        #expect(refusal?.name == "limitReached" && refusal?.data["limit"] == "operationsPerHour")
        #expect(refusal?.retryAfterMs == 3_600_000)
        fixture.clock.advance(by: .hours(1))
        try await fixture.vault.followOnce()
        #expect(try await person.add(content).added == 1)
    }

    @Test func `a file of short lines that become many entries is refused`() async throws {
        let person = try await VaultFixture().person()
        // Each address has 1000 entries without any member.
        let message = (0..<1000).flatMap { _ in [0x0A, 0] as [UInt8] }
        let line = "otpauth-migration://offline?data=\(Base64URL.encode(message))\n"
        let refusal = try await person.refusal(
            VaultImport.self, .init(content: String(repeating: line, count: 101), dryRun: true))
        #expect(refusal?.name == "fileRefused" && refusal?.data["reason"] == "fileTooManyEntries")
    }
}

extension VaultPerson {
    fileprivate func expectBusy(_ content: String) async throws {
        let refusal = try await refusal(VaultImport.self, .init(content: content))
        #expect(refusal?.name == "unavailable" && refusal?.retryAfterMs == 1000)
    }
}
