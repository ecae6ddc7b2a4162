import Contracts
import JSONRPC
import Primitives
import SQL
import StoreSupport
import StrictJSON
import Testing
import VaultService
import VaultStore

@Suite struct `vault.purge` {
    @Test func `plays its example: what is erased stays erased`() async throws {
        let house = try await VaultHouse()
        let (params, example) = VaultPurge.example
        #expect(try await house.asAuth(VaultPurge.self, params) == example)
        let person = house.person()
        try await person.push(person.create("a"), person.create("b"))
        let purge = VaultPurge.Params(accountId: person.account, requestId: house.id())
        #expect(try await house.asAuth(VaultPurge.self, purge).items == 2)
        #expect(try await house.asAuth(VaultPurge.self, purge).items == 0)
        let push = VaultPush.Params(ops: [person.create("late")])
        #expect(try await person.refusal(VaultPush.self, push)?.name == "accountDeleted")
    }

    @Test func `a late first push to an account purged before it was seen is refused`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        let purge = VaultPurge.Params(accountId: person.account, requestId: house.id())
        _ = try await house.asAuth(VaultPurge.self, purge)
        let push = VaultPush.Params(ops: [person.create("late")])
        #expect(try await person.refusal(VaultPush.self, push)?.name == "accountDeleted")
    }

    @Test func `no row of it is left, and the embedded engine's log is empty`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        var op = person.create("a")
        op.body = ["text": .string(String(repeating: "x", count: 3000))]
        try await person.push(op)
        let purge = VaultPurge.Params(accountId: person.account, requestId: house.id())
        _ = try await house.asAuth(VaultPurge.self, purge)
        for table in ["vault_item", "vault_dek", "vault_op", "vault_version"] {
            let rows = try await house.database.read { try $0.run(Statement("SELECT 1 FROM \(table)")) }
            #expect(rows.isEmpty, "\(table)")
        }
        if house.place.engine == .sqlite { #expect(size(house.place.address + "-wal") == 0) }
    }

    @Test func `only auth may ask for it`() async throws {
        let house = try await VaultHouse()
        let params = VaultPurge.example.params
        #expect(await house.refusal(VaultPurge.self, params, header: nil) == "callRefused")
        #expect(await house.refusal(VaultPurge.self, params, header: "v1 handle=x, t=1, n=y, mac=z") == "callRefused")
        let other = try await VaultHouse { $0.authName = "somebody else" }
        let session = try await other.introduce()
        #expect(await other.refusal(VaultPurge.self, params, session: session) == "callRefused")
    }

    @Test func `a disk that is full makes auth ask again`() async throws {
        let house = try await VaultHouse()
        let session = try await house.introduce()
        house.database.fill()
        #expect(await house.refusal(VaultPurge.self, VaultPurge.example.params, session: session) == "storageFull")
    }
}
