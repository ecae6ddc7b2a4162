import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultStore

/// The methods whose answers contain bodies keep the budget of an HTTP answer with any content of the account.
@Suite struct LargestPageTests {
    /// Texts of which each makes the answers larger in another way: many small items, few large ones, characters that
    /// are escaped, and names that `secret.list` repeats beside the body.
    private static let contents: [(count: Int, member: String, text: String)] = [
        (600, "text", String(repeating: "x", count: 1700)), (40, "text", String(repeating: "x", count: 65_000)),
        (600, "text", String(repeating: "\u{1}", count: 300)),
        (600, "accountName", String(repeating: "\u{1}", count: 340)),
        (40, "accountName", String(repeating: "é", count: 32_000)), (600, "text", ""),
    ]

    @Test(arguments: contents.indices)
    func `every page and every result is within the budget, whatever the account contains`(index: Int) async throws {
        let (count, member, text) = Self.contents[index]
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let ids = (0..<count).map { _ in fixture.id() as SecretID }
        let perPush = max(1, min(100, (900 << 10) / (text.utf8.count * 6 + 100)))
        for start in stride(from: 0, to: count, by: perPush) {
            let ops = ids[start..<min(start + perPush, count)].map { id in
                var op = person.create("", id: id)
                op.body = [member: .string(text)]
                return op
            }
            #expect(
                try await person.call(VaultPush.self, .init(ops: ops)).results.allSatisfy { $0.outcome == .applied })
        }
        let deletes = ids.prefix(100).map { PushOp(opId: fixture.id(), type: .delete, id: $0, knownSeq: 0) }
        var pulled = 0, listed = 0
        try await forEachPage { cursor in
            let page = try await person.exchange(VaultPull.self, .init(cursor: cursor))
            pulled += page.items.count
            return page.more ? page.cursor : nil
        }
        try await forEachPage { after in
            let page = try await person.exchange(SecretList.self, .init(reveal: true, after: after))
            listed += page.secrets.count
            return page.more ? page.secrets.last?.id : nil
        }
        #expect(pulled == count && listed == count)
        let pushed = try await person.exchange(VaultPush.self, .init(ops: deletes))
        let synced = try await person.exchange(VaultSync.self, .init(ops: deletes))
        #expect(!pushed.results.isEmpty && pushed.results.allSatisfy { $0.outcome == .conflict })
        #expect(!synced.items.isEmpty && synced.results.allSatisfy { $0.outcome == .replayed })
    }
}

extension VaultPerson {
    /// Calls a method and expects an answer within the budget of an HTTP answer.
    fileprivate func exchange<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        let bearer = try token()
        let received = try await InProcessConnection(to: fixture.router).exchange(method, params) { _ in
            [Header("Authorization", "Bearer \(bearer)")]
        }
        #expect(received.reply.body.count <= Router.answerBudget)
        return received.answer
    }
}
