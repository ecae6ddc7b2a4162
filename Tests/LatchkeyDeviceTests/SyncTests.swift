import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Pushes against a scripted vault.
@Suite struct SyncTests {
    private typealias T = DeviceFixture

    @Test func `an operation whose answer was lost is sent again unchanged`() async throws {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push" ? .lost : T.page([])
        }
        let test = try await T(vault: vault)
        try await test.unsent("U")
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        let entry = try await test.device.entry(named: "U")
        _ = try await test.device.edit(entry, issuer: "V", accountName: nil)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(vault.pushed.count == 2)
        #expect(vault.pushed[0] == vault.pushed[1])
        #expect(vault.pushed[0].first?["body"]?["issuer"] == "U")
    }

    @Test func `after the answer, a later edit is sent as an update of the sent version`() async throws {
        let vault = ScriptedConnection { request, count in
            guard request.method == "vault.push" else { return T.page([]) }
            if count == 1 { return .lost }
            return T.pushed(request) { _, op in
                ["outcome": op["type"] == "create" ? "replayed" : "applied", "first": "applied", "rev": "15"]
            }
        }
        let test = try await T(vault: vault)
        try await test.unsent("U")
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        _ = try await test.device.edit(try await test.device.entry(named: "U"), issuer: "V", accountName: nil)
        let report = try await test.device.sync()
        #expect(report.sent == 2)
        let update = try #require(vault.pushed.last?.first)
        #expect(update["type"] == "update" && update["base"]?["rev"] == "15" && update["body"]?["issuer"] == "V")
        #expect(try await test.store.entries().allSatisfy { !$0.hasUnsentEdits })
    }

    @Test func `no further operation joins a push whose bodies have 512 KiB`() async throws {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "5"] } : T.page([])
        }
        let test = try await T(vault: vault)
        for number: UInt128 in 1...5 {
            var body = T.body("K\(number)")
            body["notes"] = .string(String(repeating: "x", count: 200 << 10))
            try await test.store.put(
                LocalEntry(
                    id: SecretID(bits: number), kind: "otp", base: nil, body: body, createdAt: test.clock.now))
        }
        #expect(try await test.device.sync().sent == 5)
        #expect(vault.pushed.map(\.count) == [3, 2])
    }

    @Test func `a rejected operation is not sent again, and the others are sent`() async throws {
        let vault = ScriptedConnection { request, _ in
            guard request.method == "vault.push" else { return T.page([]) }
            return T.pushed(request) { _, op in
                op["body"]?["issuer"] == "Bad"
                    ? ["outcome": "rejected", "reason": "bodyRefused", "field": "secret"]
                    : ["outcome": "applied", "rev": "5"]
            }
        }
        let test = try await T(vault: vault)
        try await test.unsent("Bad")
        try await test.unsent("Good")
        let report = try await test.device.sync()
        #expect(report.sent == 1)
        #expect(Array(report.rejected.values) == ["bodyRefused: secret"])
        #expect(report.rejected.count == 1)
        _ = try await test.device.sync()
        #expect(vault.pushed.count == 1)
        _ = try await test.device.edit(try await test.device.entry(named: "Bad"), issuer: "Better", accountName: nil)
        _ = try await test.device.sync()
        #expect(vault.pushed.count == 2)
    }

    @Test func `a conflict is merged by field and pushed again on the server's rev`() async throws {
        var theirs = T.body("K")
        theirs["accountName"] = "eve"
        let current = theirs
        let vault = ScriptedConnection { request, _ in
            guard request.method == "vault.push" else { return T.page([]) }
            return T.pushed(request) { _, op in
                op["base"]?["rev"] == "1"
                    ? [
                        "outcome": "conflict",
                        "current": T.item(SecretID(op["id"]?.string ?? "") ?? SecretID(bits: 0), rev: 8, current),
                    ]
                    : ["outcome": "applied", "rev": "9"]
            }
        }
        let test = try await T(vault: vault)
        let entry = try await test.synchronised("K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.edit(entry, issuer: "Ours", accountName: nil)
        _ = try await test.device.sync()
        let again = try #require(vault.pushed.last?.first)
        #expect(vault.pushed.count == 2)
        #expect(again["base"]?["rev"] == "8")
        #expect(again["body"]?["issuer"] == "Ours" && again["body"]?["accountName"] == "eve")
    }

    @Test func `an entry edited here and deleted elsewhere stays unsent and is reported`() async throws {
        let vault = ScriptedConnection { request, _ in
            guard request.method == "vault.push" else { return T.page([]) }
            return T.pushed(request) { _, _ in ["outcome": "gone"] }
        }
        let test = try await T(vault: vault)
        let entry = try await test.synchronised("K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.edit(entry, issuer: "Ours", accountName: nil)
        let report = try await test.device.sync()
        #expect(report.gone == [entry.id])
        #expect(try await test.issuers() == ["Ours"])
        #expect(try await test.device.entry(named: "Ours").blocked == .gone)
    }

    @Test func `an expired token is refreshed once, and a failed refresh ends the sync`() async throws {
        let vault = ScriptedConnection(always: .fault("tokenExpired", status: 401))
        let auth = ScriptedConnection(always: .fault("unavailable", status: 200))
        let test = try await T(vault: vault, auth: auth)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(vault.requests.count == 1)
        #expect(auth.requests.map(\.method) == ["session.refresh"])
        #expect(try await test.store.profile().accountId == T.account)
    }
}
