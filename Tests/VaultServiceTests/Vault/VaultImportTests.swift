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

@Suite struct `vault.import` {
    @Test func `plays its example: one entry is added`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"), person.create("b"))
        let (params, example) = VaultImport.example
        let answer = try await person.call(VaultImport.self, params)
        var expected = example
        (expected.epoch, expected.entries[0].id) = (answer.epoch, answer.entries[0].id)
        #expect(answer == expected)
        #expect(answer.epoch == (try await person.call(VaultInfo.self, Nothing())).epoch)
        let body = try await person.call(SecretList.self, .init(reveal: true)).secrets.first { $0.kind == "otp" }?.body
        #expect(body == SecretAdd.example.params.body)
        #expect(fixture.counted("vault_operations_total") == 3)
    }

    @Test func `a waiting pull of another device is answered by an import`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), other = person.onAnotherDevice()
        let cursor = try await other.pull().cursor
        async let waiting = other.pull(cursor, waitMs: 25_000)
        try await fixture.waitForWaitingPull(of: person.account)
        #expect(try await person.call(VaultImport.self, VaultImport.example.params).added == 1)
        #expect(try await waiting.items.count == 1)
    }

    @Test(arguments: ImportedFile.plainFormats + [.raivo])
    func `a file of each format is added, and a second time is not`(format: ExchangeFormat) async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let raivo = #"[{"issuer":"Bank","account":"a","kind":"TOTP","secret":"MZXW6","timer":"30","digits":"6"}]"#
        let content = format == .raivo ? raivo : try ImportedFile.text(12, as: format)
        // The format of Ente's file cannot be told from a list of addresses.
        let stated = format == .ente ? format : nil
        let first = try await person.add(content, stated), again = try await person.add(content, format)
        #expect(first.format == format.rawValue && first.added == first.count && first.count > 0)
        #expect(again.duplicates == first.count && again.head == first.head)
        #expect(again.entries.map(\.id) == first.entries.map(\.id))
        #expect(again.entries.allSatisfy { $0.outcome == .duplicate && $0.rev == nil && $0.sameAs == nil })
    }

    @Test func `each entry is reported once: added, a duplicate, or rejected with its line and a reason`() async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let lines = try ImportedFile.text(4).split(separator: "\n").map(String.init)
        let known = try await person.add(lines[2] + "\n").entries[0].id
        let bad = "otpauth://totp/Bank:x?secret=1189&issuer=Bank"
        let content = ([lines[0], bad, lines[1], lines[2], "", lines[0], bad, lines[3]]).joined(separator: "\n")
        let answer = try await person.add(content)
        #expect(
            answer.words == [
                "added", "rejected entryRefused", "added", "duplicate", "duplicate", "rejected entryRefused", "added",
            ])
        #expect((answer.added, answer.duplicates, answer.rejected, answer.count) == (3, 2, 2, 7))
        #expect(answer.entries.map(\.number) == Array(1...7))
        #expect(answer.entries.map(\.position) == [1, 2, 3, 4, 6, 7, 8].map { "line \($0)" })
        #expect(answer.entries[3].id == known && answer.entries[3].sameAs == nil)
        #expect(answer.entries[4].sameAs == 1 && answer.entries[4].id == answer.entries[0].id)
        let text = try #require(answer.entries[1].text)
        #expect(text == "The secret cannot be used: it is not Base32.")
        #expect(answer.remarks.count == 1 && answer.remarks[0].contains("does not end with a line break"))
        #expect(try await person.accountNames() == (0..<4).map { "person\($0)@example.org" })
    }

    @Test func `an entry in the trash is added again, and an item that cannot be opened is named in a remark`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let first = try await person.add(try ImportedFile.text(2))
        let id = try #require(first.entries[0].id)
        try await person.push(PushOp(opId: fixture.id(), type: .trash, id: id, knownSeq: 2, force: true))
        try await fixture.damageBody(rev: 2)
        let second = try await person.add(try ImportedFile.text(2))
        #expect(second.added == 2 && second.entries[0].id != id)
        #expect(
            second.remarks == [
                "Items of the vault that cannot be opened, so that equal entries of the file are not recognised: 1."
            ])
    }

    @Test func `a repeated request reports what it has added, and adds nothing, not even what was deleted since`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person(), request: RequestID = fixture.id()
        let content = try ImportedFile.text(3)
        let first = try await person.add(content, requestId: request)
        let again = try await person.add(content, requestId: request)
        #expect(again == first && first.added == 3)
        let id = try #require(first.entries[1].id)
        try await person.push(PushOp(opId: fixture.id(), type: .delete, id: id, knownSeq: 3, force: true))
        let later = try await person.add(content, requestId: request)
        #expect(later.added == 3 && later.entries == first.entries && later.head == 4)
        #expect(try await person.accountNames().count == 2)
        let other = try await person.add(content, requestId: fixture.id())
        #expect(other.words == ["duplicate", "added", "duplicate"])
    }

    @Test
    func `a dry run with the id of a finished request says what a repetition would, and with another id duplicate`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person(), request: RequestID = fixture.id()
        let content = try ImportedFile.text(3)
        let first = try await person.add(content, requestId: request)
        #expect(try await person.add(content, dryRun: true, requestId: request) == first)
        #expect(try await person.add(content, dryRun: true, requestId: fixture.id()).duplicates == 3)
        let other = try await person.add(try ImportedFile.text(4), requestId: request)
        #expect(other.words == ["added", "added", "added", "added"] && other.head == 4, "an id is that of an entry")
    }

    @Test(arguments: [(3_000_000, "fileRefused"), (3_000_001, "invalidParams")])
    func `a file of three million characters is read, and a longer one is refused`(count: Int, fault: String)
        async throws
    {
        let person = try await VaultFixture().person()
        let content = String(repeating: "x", count: count)
        #expect(try await person.refusal(VaultImport.self, .init(content: content))?.name == fault)
    }

    @Test func `a dry run adds nothing and says what would be added`() async throws {
        var limits = StoreLimits()
        limits.itemsPerAccount = 3
        let fixture = try await VaultFixture(limits: limits), person = fixture.person()
        try await person.add(try ImportedFile.text(1))
        let content = try ImportedFile.text(4) + ImportedFile.text(2)
        let dry = try await person.add(content, dryRun: true)
        #expect(try await person.call(VaultInfo.self, Nothing()).head == 1)
        let real = try await person.add(content)
        #expect(dry.words == real.words && dry.head == 1 && real.head == 3)
        #expect(
            real.words == ["duplicate", "added", "added", "rejected itemsPerAccount", "duplicate", "duplicate"])
        #expect(dry.entries.map(\.id) == [real.entries[0].id, nil, nil, nil, real.entries[0].id, nil])
        #expect(dry.entries.map(\.sameAs) == [nil, nil, nil, nil, 1, 2])
    }

    @Test func `an encrypted file is refused with advice, whatever its format`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let password = FilePassword(wire: "correct horse"), random = SeededRandom().random
        var contents = [#"{"encrypted":true,"passwordProtected":true,"data":"x"}"#, #"{"servicesEncrypted":"x:y:z"}"#]
        contents.append(#"{"version":1,"kdfParams":{},"encryptedData":"x","encryptionNonce":"y"}"#)
        for format in [ExchangeFormat.archive, .aegis] {
            let bytes = try EntryFile.write(ImportedFile.entries(2), as: format, password: password, random: random)
            contents.append(String(decoding: bytes, as: UTF8.self))
        }
        for content in contents {
            let fault = try await person.refusal(VaultImport.self, .init(content: content))
            #expect(fault?.name == "fileEncrypted" && fault?.remedy.contains("latchkey import") == true)
        }
        #expect(try await person.call(VaultInfo.self, Nothing()).head == 0)
    }

    @Test(arguments: ImportedFile.plainFormats)
    func `a file that breaks off is refused as a whole, or its end is reported`(format: ExchangeFormat) async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let content = try ImportedFile.text(3, as: format)
        let isList = [ExchangeFormat.otpauth, .ente, .google, .csv, .bitwardenCSV].contains(format)
        let cut = String(content.dropLast(isList ? 9 : 2))
        guard isList else {
            let fault = try await person.refusal(VaultImport.self, .init(content: cut))
            #expect(fault?.name == "fileRefused" && fault?.data["reason"] == "fileDamaged")
            #expect(try await person.call(VaultInfo.self, Nothing()).head == 0)
            return
        }
        let answer = try await person.add(cut, format)
        // An address of Google's app that ends after its entries has lost none.
        #expect(answer.rejected > 0 || !answer.remarks.isEmpty || answer.added == 3)
        #expect(answer.added + answer.rejected == answer.count)
    }

    @Test(
        arguments: [
            ("x", nil, "fileFormatUnknown"), (" \n", nil, "fileEmpty"), ("{}", "aegis", "fileDamaged"),
            ("otpauth://totp/a?secret=MZXW6\n", "2fas", "fileDamaged"), ("[1", "andotp", "fileDamaged"),
            (String(repeating: "#\n", count: 100_001), nil, "fileTooManyLines"),
        ] as [(String, String?, String)])
    func `a file that cannot be read as a whole is refused with the reason`(
        content: String, format: String?, reason: String
    ) async throws {
        let person = try await VaultFixture().person()
        let fault = try await person.refusal(VaultImport.self, .init(content: content, format: format))
        #expect(fault?.name == "fileRefused" && fault?.data["reason"]?.string == reason)
        #expect(fault?.data["text"]?.string?.isEmpty == false)
    }

    @Test func `a file of the most lines is read, and an unknown format or a part after the end is a wrong member`()
        async throws
    {
        let person = try await VaultFixture().person()
        let content = String(repeating: "#\n", count: 100_000)
        #expect(try await person.add(content).count == 0)
        for (params, field) in [
            (VaultImport.Params(content: "x", format: "keepass"), "format"),
            (VaultImport.Params(content: content, after: 1), "after"),
        ] {
            let fault = try await person.refusal(VaultImport.self, params)
            #expect(fault?.name == "invalidParams" && fault?.data["field"]?.string == field)
        }
    }

    @Test func `over twenty remarks about a file are counted`() async throws {
        let person = try await VaultFixture().person()
        // An address without the number of its parts, with one entry that has no key.
        let content = String(repeating: "otpauth-migration://offline?data=CgA%3D\n", count: 23)
        let answer = try await person.add(content)
        #expect(answer.remarks.count == 21 && answer.remarks.last == "There are 3 more remarks about this file.")
        #expect(answer.rejected == 23)
    }

    @Test func `the contracts of the vault name each format but the archive`() {
        let formats = Set(ExchangeFormat.allCases.filter { $0 != .archive }.map(\.rawValue))
        for field in [VaultImport.Params.describe(.format), VaultExport.Params.describe(.format)] {
            let list = field.text.prefix { $0 != ";" }.replacing("The format of the file: ", with: "")
                .replacing(" or ", with: ", ")
            #expect(Set(list.split(separator: ", ").map(String.init)) == formats)
        }
    }
}
