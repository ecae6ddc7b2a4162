import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `user.find` {
    @Test func `plays its example: a person of the operator's group is found by number and by account`() async throws {
        let fixture = try await AuthServiceFixture(), boss = fixture.client()
        var (params, example) = UserFind.example
        let group = example.people[0].group.rawValue
        try await boss.becomeOperator(fixture, of: [group])
        let since = fixture.clock.now
        let grant = try await fixture.client().register(fixture, group: group)
        params.phone = "0049 151 12345678"
        (example.people[0].accountId, example.people[0].sinceMs) = (grant.account, since)
        #expect(try await boss.call(UserFind.self, params) == example)
        #expect(try await boss.call(UserFind.self, .init(accountId: grant.account)) == example)
        #expect(try await fixture.callAsAdministrator(UserFind.self, params) == example)
    }

    @Test(.requirement("A1"))
    func `unknown numbers, people of other groups and operators are alike not found`() async throws {
        let fixture = try await AuthServiceFixture(), boss = fixture.client(), colleague = fixture.client()
        try await boss.becomeOperator(fixture, of: ["clinic"])
        try await colleague.becomeOperator(fixture, "+4915100000002", of: ["clinic"])
        let other = try #require(colleague.session).account
        let grant = try await fixture.client().register(fixture)
        let requests: [UserFind.Params] = [
            .init(phone: AuthTestClient.phone), .init(phone: "+33612345678"), .init(phone: "+4915100000002"),
            .init(phone: "+4915100000001"), .init(accountId: grant.account), .init(accountId: other),
            .init(accountId: fixture.random.id()),
        ]
        for params in requests { #expect(try await boss.call(UserFind.self, params).people == []) }
    }

    @Test func `a request to replace a forgotten PIN is shown`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client()
        try await phone.register(fixture)
        try await phone.enrol()
        try await phone.requestReset(fixture)
        let found = try await fixture.callAsAdministrator(UserFind.self, .init(phone: AuthTestClient.phone))
        #expect(found.people.map(\.hasRequestedPin) == [true])
    }

    @Test func `exactly one of number and account is named`() async throws {
        let fixture = try await AuthServiceFixture()
        let grant = try await fixture.client().register(fixture)
        for params in [
            UserFind.Params(), .init(phone: AuthTestClient.phone, accountId: grant.account), .init(phone: "12345"),
        ] {
            #expect(await fixture.fault(UserFind.self, params, at: .administration) == "invalidParams")
        }
    }
}
