import Contracts
import Domain
import JSONRPC
import Primitives
import StoreSupport
import StrictJSON
import Support
import Testing

/// A reason is shown in terminals, in the console and on the person's device.
@Suite struct `The reason of a decision` {
    static let methods = Catalogue.auth.map { MethodFacts(erased: $0) }.filter { facts in
        guard case .object(let members, _) = facts.params else { return false }
        return members.contains { $0.name == "reason" }
    }

    /// Sends the example of a method with this reason, about an account that exists.
    private static func answer(
        _ facts: MethodFacts, _ fixture: AuthServiceFixture, about account: AccountID, reason: String
    ) async throws -> JSON {
        var params = facts.example().params.object ?? [:]
        if facts.name != OperatorEnrol.name, params["phone"] != nil || params["accountId"] != nil {
            (params["phone"], params["accountId"]) = (nil, .string("\(account)"))
        }
        params["reason"] = .string(reason)
        let body = JSON.object(
            ["jsonrpc": "2.0", "id": 1, "method": .string(facts.name), "params": .object(params)]
        ).encoded()
        let reply = try await InProcessConnection(to: fixture.router, at: .administration, from: "")
            .send(body, headers: [])
        return try JSON(parsing: reply.body)
    }

    @Test(arguments: methods.map(\.name))
    func `with a character that moves the cursor or turns the writing is refused by every method, and changes nothing`(
        name: String
    ) async throws {
        let fixture = try await AuthServiceFixture()
        let account = try await fixture.client().register(fixture).account
        let facts = try #require(Self.methods.first { $0.name == name })
        let before = try await fixture.database.contents()
        for reason in ["wrong\u{1b}[2Kright", "left \u{202e}thgir", "a\tb", "a\rb", "a\u{85}b"] {
            let error = try await Self.answer(facts, fixture, about: account, reason: reason)["error"]?["data"]
            #expect(error?["fault"] == "invalidParams", "\(reason.escapingUnprintable)")
            #expect(error?["field"] == "reason", "\(reason.escapingUnprintable)")
        }
        #expect(try await fixture.database.contents() == before)
    }

    @Test func `may have several lines, and the joiners that several scripts and emoji need`() async throws {
        let fixture = try await AuthServiceFixture(), reason = "Known here:\nمی\u{200c}خواهم 👩\u{200d}👧"
        let account = try await fixture.client().register(fixture).account
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self,
            .init(accountId: account, version: 1, status: .approvedForSyncing, reason: reason))
        let shown = try await fixture.callAsAdministrator(UserShow.self, .init(accountId: account))
        #expect((shown.approvalReason, shown.decisions.first?.reason) == (reason, reason))
    }
}
