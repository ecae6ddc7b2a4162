import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `user.show` {
    @Test func `plays its example: a person with one signed-in device`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client("Ada's phone")
        let registered = fixture.clock.now
        var (params, example) = UserShow.example
        let grant = try await phone.register(fixture, group: example.group.rawValue)
        params.phone = AuthTestClient.phone
        (example.accountId, example.createdAtMs) = (grant.account, registered)
        example.devices[0].deviceId = grant.deviceId
        (example.devices[0].firstUsedAtMs, example.devices[0].lastUsedAtMs) = (registered, registered)
        #expect(try await fixture.callAsAdministrator(UserShow.self, params) == example)
        #expect(
            try await fixture.callAsAdministrator(UserShow.self, .init(accountId: grant.account)) == example)
    }

    @Test func `a waiting session is shown without its digits, and its device is neither admitted nor signed in`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client("phone"), tablet = fixture.client("tablet")
        try await phone.register(fixture)
        let waiting = try await tablet.login(fixture).session
        let digits = try #require(waiting.digits)
        let answer = try await fixture.callAsAdministrator(UserShow.self, .init(phone: AuthTestClient.phone))
        #expect(answer.waiting.map(\.sessionId) == [waiting.sessionId])
        #expect(answer.waiting.map(\.deviceName) == ["tablet"])
        #expect(answer.devices.map(\.name) == ["tablet", "phone"])
        #expect(answer.devices.map(\.isAdmitted) == [false, true])
        #expect(answer.devices.map(\.hasLiveSession) == [false, true])
        let texts = Self.leaves(try WireEncoder().encode(answer))
        #expect(texts.contains("tablet") && !texts.contains(digits))
    }

    /// All texts in a JSON value, without the names of members.
    private static func leaves(_ value: JSON) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let items): items.flatMap(leaves)
        case .object(let object): object.flatMap { leaves($0.value) }
        case .number, .bool, .null: []
        }
    }

    @Test(arguments: [(0, [true, true]), (1, [true, false])])
    func `a device is admitted until 90 days after its last use, and the one used last stays so`(
        ms: Int, admitted: [Bool]
    ) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client("phone"), tablet = fixture.client("tablet")
        let params = UserShow.Params(phone: AuthTestClient.phone)
        try await phone.register(fixture)
        let used = try await fixture.callAsAdministrator(UserShow.self, params).devices[0].lastUsedAtMs
        try await tablet.login(fixture)
        try await phone.admit(tablet)
        fixture.clock.advance(by: used + .days(90) - fixture.clock.now - .milliseconds(1) + .milliseconds(ms))
        let answer = try await fixture.callAsAdministrator(UserShow.self, params)
        #expect(answer.devices.map(\.name) == ["tablet", "phone"])
        #expect(answer.devices.map(\.isAdmitted) == admitted)
    }

    @Test func `an expired session is neither live nor waiting`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        try await tablet.login(fixture)
        fixture.clock.advance(by: .days(14))
        let answer = try await fixture.callAsAdministrator(UserShow.self, .init(phone: AuthTestClient.phone))
        #expect(answer.waiting == [])
        #expect(answer.devices.allSatisfy { !$0.hasLiveSession })
    }

    @Test func `a person is named by number or by account, not by both or neither`() async throws {
        let fixture = try await AuthServiceFixture()
        let account = try await fixture.client().register(fixture).account
        for (params, fault) in [
            (UserShow.Params(), "invalidParams"),
            (.init(phone: AuthTestClient.phone, accountId: account), "invalidParams"),
            (.init(phone: "12345"), "invalidParams"), (.init(phone: "+33612345678"), "userUnknown"),
            (.init(accountId: fixture.random.id()), "userUnknown"),
        ] {
            #expect(await fixture.fault(UserShow.self, params, at: .administration) == fault)
        }
    }
}
