import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultService

/// `vault.restore` of counter-based items, each of whose codes may be shown once.
@Suite struct RestoredCounterTests {
    private func entry(_ secret: String, issuer: String, counter: Int64) -> JSONObject {
        var body = SecretAdd.example.params.body
        (body["secret"], body["issuer"], body["counter"]) = (.string(secret), .string(issuer), .string("\(counter)"))
        (body["type"], body["period"]) = ("hotp", nil)
        return body
    }

    @Test(arguments: [Int64.max - 1, .max])
    func `the largest counter is kept too, although it gives no code any more`(counter: Int64) async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let made = try await person.call(
            SecretAdd.self, .init(kind: "otp", body: entry("JBSWY3DP", issuer: "A", counter: 5)))
        let edited = try await person.call(
            SecretEdit.self, .init(id: made.id, body: entry("JBSWY3DP", issuer: "B", counter: counter), rev: made.rev))
        _ = try await person.call(
            VaultRestore.self, .init(id: made.id, rev: 1, base: ItemBase(epoch: made.epoch, rev: edited.rev)))
        let body = try #require(try await person.pull().items.first?.body)
        #expect(body == entry("JBSWY3DP", issuer: "A", counter: counter))
    }

    /// The present key is the former one in the same and in another spelling, and another key.
    @Test(arguments: [("JBSWY3DP", 5), ("jbsw y3dp", 5), ("JBSWY3DP======", 5), ("MZXW6YTB", 1)], [false, true])
    func `a restored version keeps the larger counter, however its key is written, unless it is another key`(
        present: (secret: String, counter: Int), isTrashed: Bool
    ) async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let made = try await person.call(
            SecretAdd.self, .init(kind: "otp", body: entry("JBSWY3DP", issuer: "A", counter: 1)))
        _ = try await person.call(
            SecretEdit.self,
            .init(id: made.id, body: entry(present.secret, issuer: "B", counter: 1), rev: made.rev))
        for counter in 1...4 {
            #expect(try await person.call(SecretCode.self, .init(id: made.id)).counter?.value == Int64(counter))
        }
        var rev: Int64 = 6
        if isTrashed {
            let trash = PushOp(opId: fixture.id(), type: .trash, id: made.id, knownSeq: 6, force: true)
            #expect(try await person.push(trash).map(\.outcome) == [.applied])
            rev = 7
        }
        _ = try await person.call(
            VaultRestore.self,
            .init(id: made.id, rev: 1, base: ItemBase(epoch: made.epoch, rev: DecimalInt64(rev))))
        let body = try #require(try await person.pull().items.first?.body)
        #expect(body == entry("JBSWY3DP", issuer: "A", counter: Int64(present.counter)))
        #expect(try await person.call(SecretCode.self, .init(id: made.id)).counter?.value == Int64(present.counter))
    }
}
