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

/// Imports of more than one transaction: limits that are reached half-way, other writers, and ends of the session.
@Suite struct LargeImportTests {
    private func limits(_ change: (inout StoreLimits) -> Void) -> StoreLimits {
        var limits = StoreLimits()
        limits.opsPerPush = 2
        change(&limits)
        return limits
    }

    @Test func `a file with 10 000 entries is imported and exported in parts, and nothing is lost or doubled`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let content = try ImportedFile.text(10_000)
        var added = 0, after: Int? = 0, calls = 0
        while let start = after {
            let answer = try await person.add(content, after: start)
            #expect(answer.entries.count == 1000 && answer.entries[0].number == start + 1 && answer.count == 10_000)
            (added, after, calls) = (added + answer.added, answer.next, calls + 1)
        }
        #expect(added == 10_000 && calls == 10)
        let full = try await person.add(try ImportedFile.text([SecretAdd.example.params.entry]))
        #expect(full.words == ["rejected itemsPerAccount"])
        let (files, count, _) = try await person.export(.otpauth)
        #expect(count == 10_000 && files.count >= 20)
        let exported = try files.flatMap { try EntryFile.read(Array($0.utf8)).entries.map { try $0.outcome.get() } }
        #expect(Set(exported) == Set(ImportedFile.entries(10_000)) && exported.count == 10_000)
    }

    @Test(arguments: [
        ("itemsPerAccount", 3), ("bytesPerAccount", 3), ("operationsPerAccount", 3), ("operationsPerHour", 4),
        ("bytesOfAllAccounts", 4),
    ])
    func `an account at a limit half-way has the first entries, and the report names the limit for the others`(
        name: String, added: Int
    ) async throws {
        let size = try WireEncoder().encode(ImportedFile.entries(1)[0]).canonical().count
        let fixture = try await VaultFixture(
            limits: limits { limits in
                switch name {
                case "itemsPerAccount": limits.itemsPerAccount = 3
                case "bytesPerAccount": limits.bytesPerAccount = Int64(3 * size)
                case "operationsPerAccount": limits.operationsPerAccount = 3
                case "bytesOfAllAccounts": limits.bytesOfAllAccounts = Int64(4 * size)
                // The two calls count too.
                default: limits.operationsPerHour = 6
                }
            })
        try await fixture.store.measureUsage()
        let person = fixture.person(), content = try ImportedFile.text(6)
        let dry = try await person.add(content, dryRun: true)
        let answer = try await person.add(content)
        let expected = Array(repeating: "added", count: added) + Array(repeating: "rejected \(name)", count: 6 - added)
        #expect(answer.words == expected && answer.added == added && answer.rejected == 6 - added)
        #expect(answer.head.value == Int64(added))
        #expect(try await person.accountNames() == (0..<added).map { "person\($0)@example.org" })
        let isHourly = name == "operationsPerHour"
        #expect(isHourly || dry.words == expected, "a dry run foresees all but the operations of an hour")
        #expect((answer.retryAfterMs == 3_600_000) == isHourly)
        guard isHourly else { return }
        fixture.clock.advance(by: .hours(1))
        try await fixture.vault.followOnce()
        let rest = try await person.add(content)
        #expect(rest.words == ["duplicate", "duplicate", "duplicate", "duplicate", "added", "added"])
    }

    @Test(arguments: [(2, "rejected tombstonesPerAccount"), (3, "added")])
    func `an account with as many tombstones as it may have gets no entry, and a dry run foresees it`(
        limit: Int64, word: String
    ) async throws {
        let fixture = try await VaultFixture(limits: limits { $0.tombstonesPerAccount = limit })
        let person = fixture.person(), content = try ImportedFile.text(2)
        for _ in 0..<2 {
            let made = try await person.call(SecretAdd.self, .init(kind: "note", body: ["text": "a"]))
            _ = try await person.call(SecretDelete.self, .init(id: made.id, rev: made.rev))
        }
        #expect(try await person.add(content, dryRun: true).words == [word, word])
        #expect(try await person.add(content).words == [word, word])
    }

    /// The first write counts the call, and no import has been read before it.
    @Test(arguments: [(21, nil), (22, FaultKind.unavailable)])
    func `an import reads a changing account twenty times again, and is then unavailable`(
        changes: Int, fault: FaultKind?
    ) async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), device = person.onAnotherDevice()
        try await person.push(person.create("so that the account has a head"))
        changeBeforeWrites(changes, fixture, device)
        let params = VaultImport.Params(content: try ImportedFile.text(1))
        if let fault {
            let refusal = try await person.refusal(VaultImport.self, params)
            #expect(refusal?.name == fault.name && refusal?.retryAfterMs == 1000)
            #expect(try await person.add(params.content).added == 1, "a repetition adds it")
        } else {
            #expect(try await person.call(VaultImport.self, params).added == 1)
        }
    }

    /// Has the device add an item before each of the next writes of the import.
    private func changeBeforeWrites(_ count: Int, _ fixture: VaultFixture, _ device: VaultPerson) {
        guard count > 0 else { return }
        fixture.database.beforeNextWrite {
            try await device.push(device.create("\(count)"))
            changeBeforeWrites(count - 1, fixture, device)
        }
    }

    @Test func `two imports of one file at two instances at the same time add each entry once`() async throws {
        let one = try await VaultFixture(limits: limits { _ in })
        let other = try await one.restarted(limits: limits { _ in })
        let person = one.person(), twin = person.calling(other)
        let content = try ImportedFile.text(30)
        async let first = person.add(content)
        async let second = twin.add(content)
        let answers = try await [first, second]
        #expect(answers.map { $0.added + $0.duplicates } == [30, 30])
        #expect(answers.reduce(0) { $0 + $1.added } == 30)
        #expect(try await person.accountNames() == ImportedFile.entries(30).map(\.accountName).sorted())
    }

    @Test func `an entry that a device adds meanwhile is a duplicate`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), device = person.onAnotherDevice()
        let entries = ImportedFile.entries(3)
        try await person.push(person.create("so that the account has a head"))
        let id: SecretID = fixture.id()
        let body = try #require(try WireEncoder().encode(entries[1]).object)
        fixture.database.beforeImport {
            _ = try await device.call(SecretAdd.self, .init(kind: "otp", body: body, id: id))
        }
        let answer = try await person.add(try ImportedFile.text(entries))
        #expect(answer.words == ["added", "duplicate", "added"] && answer.entries[1].id == id)
        #expect(try await person.accountNames().count == 3)
    }

    @Test func `a session that ends between two transactions is refused, and a repetition adds the rest`() async throws
    {
        let fixture = try await VaultFixture(limits: limits { _ in }), person = fixture.person()
        let content = try ImportedFile.text(5)
        try await person.push(person.create("so that the account has a head"))
        fixture.database.beforeImport {
            fixture.database.beforeNextWrite {
                fixture.auth.appendEvent(person.account, person.session, ended: .sessionRevoked)
                try await fixture.vault.followOnce()
            }
        }
        try await person.expectRefused(.sessionRevoked, VaultImport.self, .init(content: content))
        let again = person.onAnotherDevice()
        #expect(try await again.accountNames().count == 2)
        let answer = try await again.add(content)
        #expect(answer.words == ["duplicate", "duplicate", "added", "added", "added"])
    }

    @Test func `a full disk is one fault, and a repetition adds the rest`() async throws {
        let fixture = try await VaultFixture(limits: limits { _ in }), person = fixture.person()
        let content = try ImportedFile.text(5)
        try await person.push(person.create("so that the account has a head"))
        fixture.database.beforeImport {
            fixture.database.beforeNextWrite { fixture.database.fill() }
        }
        try await person.expectRefused(.storageFull, VaultImport.self, .init(content: content))
        fixture.database.makeRoom()
        #expect(try await person.accountNames().count == 2)
        #expect(try await person.add(content).added == 3)
    }
}

extension InterceptedDatabase {
    /// Runs an action once, before the next import adds its first entries. The write before it counts the call.
    fileprivate func beforeImport(_ action: @escaping @Sendable () async throws -> Void) {
        beforeNextWrite { self.beforeNextWrite(action) }
    }
}

extension SecretAdd.Params {
    fileprivate var entry: OTPBody {
        get throws { try WireDecoder().decode(OTPBody.self, from: .object(body)) }
    }
}
