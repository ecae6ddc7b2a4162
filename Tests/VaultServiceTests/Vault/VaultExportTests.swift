import Contracts
import Domain
import Interchange
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultService
import VaultStore

@Suite struct `vault.export` {
    private func write(_ entries: OTPBody..., by person: VaultPerson) async throws -> [SecretID] {
        var ids: [SecretID] = []
        for entry in entries {
            let body = try #require(try WireEncoder().encode(entry).object)
            ids.append(try await person.call(SecretAdd.self, .init(kind: "otp", body: body)).id)
        }
        return ids
    }

    private static let hotp = OTPBody(
        accountName: "token", issuer: "", type: .hotp, secret: "GEZDGNBVGY3TQOJQ", algorithm: .sha1, digits: 6,
        counter: DecimalInt64(41))

    @Test func `plays its example: the items of kind otp, and the others by name`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let (params, example) = VaultExport.example
        _ = try await person.call(SecretAdd.self, SecretAdd.example.params)
        let note = person.create("a"), trashed = person.create("b")
        try await person.push(note, trashed)
        try await person.push(PushOp(opId: fixture.id(), type: .trash, id: trashed.id, knownSeq: 3, force: true))
        let answer = try await person.call(VaultExport.self, params)
        var expected = example
        (expected.others, expected.head) = ([UnexportedItem(id: note.id, kind: "note")], 4)
        #expect(answer == expected)
    }

    @Test(arguments: ImportedFile.plainFormats)
    func `an export of each format is read again with the same entries, and so is one without entries`(
        format: ExchangeFormat
    ) async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let empty = try await person.export(format)
        #expect(empty.files.count == 1 && empty.count == 0)
        let entries = ImportedFile.entries(7)
        try await person.add(try ImportedFile.text(entries))
        let (files, count, others) = try await person.export(format)
        #expect(files.count == 1 && count == 7 && others.isEmpty)
        let read = try EntryFile.read(Array(files[0].utf8), as: format).entries.map { try $0.outcome.get() }
        #expect(Set(read) == Set(entries) && read.count == 7)
    }

    @Test(arguments: ImportedFile.plainFormats)
    func `the longest entry that the vault accepts, as a person typed it, is exported and imported again`(
        format: ExchangeFormat
    ) async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), other = fixture.person()
        let key = (0..<640).map { UInt8(truncatingIfNeeded: $0) }
        let longest = OTPBody(
            accountName: "\t\n\u{1B}" + String(repeating: "\u{1F511}", count: 253), issuer: "a\r\n,\"b\"", type: .totp,
            secret: Base32.encode(key).lowercased(), algorithm: .sha512, digits: 8)
        var typed = ImportedFile.entries(1)[0]
        typed.secret = "jbsw y3dp-ehpk 3pxp=="
        _ = try await write(longest, typed, by: person)
        let (files, count, _) = try await person.export(format)
        #expect(count == 2 && files.count == 1)
        let report = try await other.add(files[0], format)
        #expect(report.added == 2 && report.rejected == 0)
        #expect(try await person.add(files[0], format).duplicates == 2)
    }

    @Test(.requirement("T13"))
    func `the login counts for five minutes, and a token that does not state it does not count`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), params = VaultExport.example.params
        for age in [Duration.zero, .minutes(5), .seconds(-60)] {
            try await person.expectSuccess(VaultExport.self, params, token: person.token(loginAge: age))
        }
        for age in [Duration.minutes(5) + .seconds(1), .hours(1), .days(30), .seconds(-61), .hours(-1), nil] {
            let token = try person.token(loginAge: age)
            try await person.expectRefused(.reauthenticationRequired, VaultExport.self, params, token: token)
            try await person.expectAdmitted(token: token)
        }
        let delegated = try person.token(party: "reports")
        try await person.expectRefused(.scopeMissing, VaultExport.self, params, token: delegated)
    }

    @Test func `the login counts while its token does, and not a millisecond longer than five minutes`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), params = VaultExport.example.params
        let token = try person.token()
        let sinceSecond = fixture.clock.now.ms % 1000
        fixture.clock.advance(by: .minutes(5) - .milliseconds(sinceSecond))
        try await fixture.vault.followOnce()
        try await person.expectSuccess(VaultExport.self, params, token: token)
        fixture.clock.advance(by: .milliseconds(1))
        try await person.expectRefused(.reauthenticationRequired, VaultExport.self, params, token: token)
    }

    @Test(arguments: [(Duration.hours(1), FaultKind.tokenExpired), (.hours(-1), .unavailable)])
    func `a vault with a clock an hour off exports nothing`(jump: Duration, fault: FaultKind) async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let token = try person.token()
        fixture.clock.set(fixture.clock.now + jump)
        try await person.expectRefused(fault, VaultExport.self, VaultExport.example.params, token: token)
    }

    @Test func `without auth nothing is exported, also where stale reads are allowed`() async throws {
        let fixture = try await VaultFixture { $0.allowsStaleReads = true }, person = fixture.person()
        let token = try person.token()
        try await person.expectSuccess(VaultExport.self, VaultExport.example.params, token: token)
        fixture.auth.makeUnreachable()
        fixture.clock.advance(by: .seconds(60))
        try await person.expectAdmitted(token: token)
        try await person.expectRefused(.unavailable, VaultExport.self, VaultExport.example.params, token: token)
    }

    @Test func `an item that cannot be opened refuses the export by name, and one of another kind does not`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let ids = try await write(ImportedFile.entries(2)[0], ImportedFile.entries(2)[1], by: person)
        try await person.push(person.create("note"))
        try await fixture.damageBody(rev: 3)
        #expect(try await person.export(.csv).count == 2)
        try await fixture.damageBody(rev: 2)
        let fault = try await person.refusal(VaultExport.self, .init(format: "csv"))
        #expect(fault?.name == "itemUnreadable" && fault?.data["id"]?.string == ids[1].description)
    }

    @Test func `an item that does not fit the format refuses the export by name`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let ids = try await write(ImportedFile.entries(1)[0], Self.hotp, by: person)
        for format in ["bitwarden", "bitwarden-csv"] {
            let fault = try await person.refusal(VaultExport.self, .init(format: format))
            #expect(fault?.name == "exportRefused" && fault?.data["reason"] == "entryDoesNotFit")
            #expect(fault?.data["id"]?.string == ids[1].description)
        }
        #expect(try await person.export(.aegis).count == 2)
        let unwritable = try await person.refusal(VaultExport.self, .init(format: "raivo"))
        #expect(unwritable?.name == "exportRefused" && unwritable?.data["reason"] == "formatNotWritable")
        for format in ["archive", "keepass"] {
            let fault = try await person.refusal(VaultExport.self, .init(format: format))
            #expect(fault?.name == "invalidParams" && fault?.data["field"] == "format")
        }
    }

    @Test func `a page after the first one names the head of the first`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.add(try ImportedFile.text(2))
        let first = try #require(try await person.call(SecretList.self, .init()).secrets.first).id
        let refusal = try await person.refusal(VaultExport.self, .init(format: "csv", after: first))
        #expect(refusal?.name == "invalidParams" && refusal?.data["field"] == "head")
        let page = try await person.call(VaultExport.self, .init(format: "csv", after: first, head: 2))
        #expect(page.count == 1)
    }

    @Test func `a vault that has changed between two pages refuses the next one`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.add(try ImportedFile.text(501))
        let first = try await person.call(VaultExport.self, .init(format: "csv"))
        #expect(first.count == 500 && first.next != nil)
        let second = VaultExport.Params(format: "csv", after: first.next, head: first.head)
        #expect(try await person.call(VaultExport.self, second).count == 1)
        try await person.push(person.create("a"))
        let fault = try await person.refusal(VaultExport.self, second)
        #expect(fault?.name == "exportRefused" && fault?.data["reason"] == "vaultChanged")
    }

    @Test(arguments: ImportedFile.plainFormats)
    func `pages are within the budget of an answer with the longest names, and none is left out`(
        format: ExchangeFormat
    ) async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let entries = ImportedFile.entries(300).map { entry in
            var long = entry
            long.issuer = String(repeating: "\u{1F511}", count: 250)
            long.accountName = String(repeating: "\"", count: 256 - entry.accountName.count) + entry.accountName
            return long
        }
        try await person.add(try ImportedFile.text(entries, as: .csv))
        let (files, count, _) = try await person.export(format)
        #expect(count == 300 && files.count > 1 && files.allSatisfy { $0.utf8.count <= 300_000 })
    }

    @Test(.requirement("L1")) func `the exported items count as reads`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.add(try ImportedFile.text(3))
        try await person.push(person.create("note"))
        await fixture.vault.writeReads()
        #expect(try await fixture.readCounts() == [])
        _ = try await person.export(.otpauth)
        await fixture.vault.writeReads()
        #expect(try await fixture.readCounts() == [3])
    }
}
