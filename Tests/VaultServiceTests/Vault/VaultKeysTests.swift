import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultStore

@Suite struct `vault.keys` {
    @Test func `plays its example: a wrap is added and listed`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        #expect(try await person.call(VaultKeys.self, .init()).keys == [])
        let (params, example) = VaultKeys.example
        let answer = try await person.call(VaultKeys.self, params)
        var expected = example.keys[0]
        (expected.tag, expected.updatedAtMs, expected.updatedBy) = (
            answer.keys[0].tag, fixture.clock.now, person.device
        )
        #expect(answer.keys == [expected] && answer.results == [.init(outcome: Open(.applied), tag: expected.tag)])
        #expect(expected.tag.utf8.count == 16)
        #expect(try await person.onAnotherDevice().call(VaultKeys.self, .init()).keys == [expected])
        #expect(try await fixture.person().call(VaultKeys.self, .init()).keys == [])
    }

    @Test func `another device removes the wrap of a removed device by its tag, and adds nothing over another wrap`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person(), other = person.onAnotherDevice()
        let wrapID = "\(person.device)"
        let made = try await person.call(
            VaultKeys.self, .init(ops: [.init(type: .put, keyVersion: 1, wrapId: wrapID, wrapped: "AQ")]))
        let answer = try await other.call(
            VaultKeys.self,
            .init(ops: [
                .init(type: .put, keyVersion: 1, wrapId: wrapID, wrapped: "Ag"),
                .init(type: .remove, keyVersion: 1, wrapId: wrapID, base: "AAAA"),
                .init(type: .remove, keyVersion: 1, wrapId: wrapID, base: made.keys[0].tag),
                .init(type: .remove, keyVersion: 1, wrapId: wrapID, base: made.keys[0].tag),
            ]))
        #expect(answer.results.map(\.outcome.value) == [.conflict, .conflict, .applied, .noop])
        #expect(answer.results.map(\.tag) == [made.keys[0].tag, made.keys[0].tag, nil, nil] && answer.keys == [])
    }

    @Test(
        arguments: [
            (KeyWrapOp(type: .put, keyVersion: 1, wrapId: "laptop", wrapped: "AQ"), "ops.wrapId"),
            (.init(type: .put, keyVersion: 1, wrapId: "recovery"), "ops.wrapped"),
            (.init(type: .put, keyVersion: 1, wrapId: "recovery", wrapped: "A?"), "ops.wrapped"),
            (.init(type: .put, keyVersion: 1, wrapId: "recovery", base: "?", wrapped: "AQ"), "ops.base"),
            (.init(type: .remove, keyVersion: 1, wrapId: "recovery"), "ops.base"),
            (.init(type: .remove, keyVersion: 1, wrapId: "recovery", base: "AAAA", wrapped: "AQ"), "ops.wrapped"),
        ]) func `a change of another form is refused, and none of the call applies`(op: KeyWrapOp, field: String)
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let good = KeyWrapOp(type: .put, keyVersion: 1, wrapId: "recovery", wrapped: "AQ")
        let refusal = try await person.refusal(VaultKeys.self, .init(ops: [good, op]))
        #expect(refusal?.name == "invalidParams" && refusal?.data["field"]?.string == field)
        #expect(try await person.call(VaultKeys.self, .init()).keys == [])
    }

    @Test(arguments: [(512, nil), (513, "invalidParams")])
    func `a wrapped key and a text about it have at most 512 characters`(count: Int, fault: String?) async throws {
        let person = try await VaultFixture().person(), text = String(repeating: "A", count: count)
        for (wrapped, meta) in [(text, nil), ("AQ", text)] as [(String, String?)] {
            let op = KeyWrapOp(
                type: .put, keyVersion: meta == nil ? 1 : 2, wrapId: "recovery", wrapped: wrapped, meta: meta)
            let refusal = try await person.refusal(VaultKeys.self, .init(ops: [op]))
            #expect(refusal?.name == fault)
        }
    }

    @Test(arguments: [(50, nil), (51, "invalidParams")])
    func `a call changes at most 50 keys, and each change counts as an operation`(count: Int, fault: String?)
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let ops = (1...count).map { KeyWrapOp(type: .put, keyVersion: $0, wrapId: "recovery", wrapped: "AQ") }
        #expect(try await person.refusal(VaultKeys.self, .init(ops: ops))?.name == fault)
        #expect(fixture.counted("vault_operations_total") == (fault == nil ? 50 : 0))
    }

    @Test func `at the limit of operations it is limitReached`() async throws {
        var limits = StoreLimits()
        limits.operationsPerHour = 1
        let fixture = try await VaultFixture(limits: limits), person = fixture.person()
        _ = try await person.call(VaultKeys.self, VaultKeys.example.params)
        let refusal = try await person.refusal(VaultKeys.self, VaultKeys.example.params)
        #expect(refusal?.name == "limitReached" && refusal?.data["limit"] == "operationsPerHour")
    }
}
