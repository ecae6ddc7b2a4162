import Contracts
import Domain
import Foundation
import JSONRPC
import Logging
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultService

/// The background pass erases from the files of the database what it has destroyed or replaced.
@Suite(.enabled(if: StoreEngine.chosen == .sqlite, "only SQLite has files that the service writes"))
struct DataKeyWorkTests {
    private let fixture: VaultFixture
    private let people: [VaultPerson]

    init() async throws {
        let fixture = try await VaultFixture()
        self.fixture = fixture
        people = (0..<3).map { _ in fixture.person() }
        for person in people { try await person.push(person.create("a")) }
    }

    private func column(_ column: String, of table: String) async throws -> [[UInt8]] {
        try await fixture.database.select(Statement("SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL")).map {
            try $0.bytes(0)
        }
    }

    /// The number of byte sequences that are in a file of the database or in its write-ahead log.
    private func count(_ sequences: [[UInt8]]) throws -> Int {
        let files = [fixture.location.address, fixture.location.address + "-wal"].map {
            (try? Data(contentsOf: URL(fileURLWithPath: $0))) ?? Data()
        }
        return sequences.count { bytes in files.contains { $0.range(of: Data(bytes)) != nil } }
    }

    @Test func `after a renewal no byte of the former data keys and of what they sealed is left`() async throws {
        let former = try await column("sealed", of: "vault_item") + column("wrapped", of: "vault_dek")
        #expect(try count(former) == 6)
        _ = try await fixture.callAsAdministrator(DataKeyRotate.self, .init())
        try await fixture.vault.workOnDataKeys()
        #expect(try count(former) == 0)
        for person in people { #expect(try await person.pull().items.count == 1) }
    }

    @Test func `after another wrapping key became active no byte of the former wrapped keys is left`() async throws {
        let former = try await column("wrapped", of: "vault_dek")
        #expect(try count(former) == 3)
        try await activateSecondKey()
        try await fixture.vault.workOnDataKeys()
        #expect(try count(former) == 0)
        #expect(try fixture.gauge("vault_data_keys_of_former_wrapping_keys") == 0)
    }

    @Test func `an account with a damaged row keeps its former data key, and the accounts after it are renewed`()
        async throws
    {
        let first = try await fixture.database.select(Statement("SELECT MIN(account) FROM vault_item"))[0].bytes(0)
        _ = try await fixture.database.write {
            try $0.run(Statement("UPDATE vault_item SET updated_by = x'01' WHERE account = $1", .bytes(first)))
        }
        _ = try await fixture.callAsAdministrator(DataKeyRotate.self, .init())
        try await fixture.vault.workOnDataKeys()
        let left = try await fixture.database.select(
            Statement("SELECT account, COUNT(*) FROM vault_dek GROUP BY account ORDER BY account")
        ).map { (try $0.bytes(0), try $0.int(1)) }
        #expect(left.map(\.1) == [2, 1, 1] && left.first?.0 == first)
        try await fixture.vault.workOnDataKeys()
    }

    @Test func `an account whose head is damaged is left alone, and the accounts after it are renewed`() async throws {
        let first = try await fixture.database.select(Statement("SELECT MIN(account) FROM vault_item"))[0].bytes(0)
        _ = try await fixture.callAsAdministrator(DataKeyRotate.self, .init())
        _ = try await fixture.database.write {
            try $0.run(Statement("UPDATE vault_head SET epoch = x'00' WHERE account = $1", .bytes(first)))
        }
        try await fixture.vault.workOnDataKeys()
        let versions = try await fixture.database.select(
            Statement("SELECT account, MAX(version), COUNT(*) FROM vault_dek GROUP BY account ORDER BY account"))
        #expect(try versions.map { try $0.int(1) } == [1, 2, 2])
        let message = fixture.log.messages(.error).last
        #expect(message?.contains("delete the damaged items") == true)
    }

    @Test func `several damaged accounts are each logged once in an hour`() async throws {
        _ = try await fixture.callAsAdministrator(DataKeyRotate.self, .init())
        _ = try await fixture.database.write { try $0.run(Statement("UPDATE vault_head SET epoch = x'00'")) }
        for _ in 0..<2 { try await fixture.vault.workOnDataKeys() }
        #expect(fixture.log.messages(.error).count { $0.contains("damaged items") } == people.count)
    }

    private func activateSecondKey() async throws {
        try await fixture.vault.useKeys()
        fixture.keyFiles.make("kek-2")
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)))
        _ = try await fixture.callAsAdministrator(KeyActivate.self, .init(key: try kek(2)))
    }

    @Test(arguments: ["renewed", "wrapped"])
    func `what a pass could not erase, because the log cannot be truncated, a later one erases`(work: String)
        async throws
    {
        try await fixture.vault.workOnDataKeys()
        let former = try await column("wrapped", of: "vault_dek")
        if work == "renewed" {
            _ = try await fixture.callAsAdministrator(DataKeyRotate.self, .init())
        } else {
            try await activateSecondKey()
        }
        fixture.database.refuseTruncation()
        try await fixture.vault.workOnDataKeys()
        #expect(try await Set(column("wrapped", of: "vault_dek")).isDisjoint(with: former))
        #expect(try count(former) > 0)
        fixture.database.allowTruncation()
        try await fixture.vault.workOnDataKeys()
        #expect(try count(former) > 0, "the next attempt waits for a minute")
        fixture.clock.advance(by: .minutes(1))
        try await fixture.vault.workOnDataKeys()
        #expect(try count(former) == 0)
    }
}
