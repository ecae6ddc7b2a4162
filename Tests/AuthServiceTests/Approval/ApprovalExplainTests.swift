import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `approval.explain` {
    @Test func `plays its example: nobody has decided yet`() async throws {
        let fixture = try await AuthServiceFixture(), operatorClient = fixture.client(), phone = fixture.client()
        try await operatorClient.becomeOperator(fixture, of: ["fieldwork"])
        let grant = try await phone.register(fixture)
        var (params, example) = ApprovalExplain.example
        params.accountId = grant.account
        example.accountId = grant.account
        #expect(try await operatorClient.call(ApprovalExplain.self, params) == example)
    }

    @Test func `each obstacle is one sentence, and an approved person has a sentence that says so`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client(), tablet = fixture.client()
        let grant = try await phone.register(fixture)
        func because() async throws -> [String] {
            try await fixture.callAsAdministrator(ApprovalExplain.self, .init(accountId: grant.account)).because
        }
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self,
            .init(accountId: grant.account, version: 1, status: .disapprovedForSyncing, reason: "left the team"))
        #expect(try await because() == ["An operator disapproved: left the team."])
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self, .init(accountId: grant.account, version: 2, status: .approvedForSyncing))
        #expect(try await because() == ["Approved, and logged in on a device that was let in."])
        _ = try await phone.call(SessionLogout.self, .init())
        try await tablet.login(fixture)
        #expect(try await because() == ["A new device waits to be admitted from one that is already in."])
        _ = try await tablet.call(SessionLogout.self, .init())
        _ = try await phone.requestCode(fixture)
        #expect(
            try await because() == [
                "The person is not logged in on any device.", "The last session was ended on purpose.",
                "A code was sent and has not been entered.",
            ])
        _ = try await fixture.store.block(grant.account, at: fixture.clock.now)
        #expect(try await because().first?.hasPrefix("The account is blocked") == true)
    }

    @Test func `a wait after wrong codes is named with its end, until it is over`() async throws {
        let fixture = try await AuthServiceFixture {
            $0.sendLimits.perNumber = []
            ($0.sendLimits.perAddress, $0.sendLimits.perBlock) = ([], [])
        }
        let phone = fixture.client(), tablet = fixture.client()
        let account = try await phone.register(fixture).account
        _ = try await phone.call(SessionLogout.self, .init())
        func waits() async throws -> [String] {
            try await fixture.callAsAdministrator(ApprovalExplain.self, .init(accountId: account)).because
                .filter { $0.contains("has to wait until") }
        }
        for _ in 0..<10 {
            #expect(try await waits() == [])
            let (challenge, code) = try await tablet.requestCode(fixture)
            try await tablet.expectRefused(
                .codeWrong, OTPVerify.self, .init(challengeId: challenge, code: fixture.wrong(code)))
        }
        let until = fixture.clock.now + CodeLimits.defaultWait
        #expect(
            try await waits() == [
                "A device has to wait until \((until + .milliseconds(59_999)).minuteWords) after wrong codes: an operator can lift the wait."
            ])
        fixture.clock.advance(by: until - fixture.clock.now)
        #expect(try await waits() == [])
    }

    @Test func `a suspended device is named with the end of the hold`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        let message = try await two.phone.message(fixture)
        let until = try #require(
            await two.phone.call(DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: message))
                .suspendedUntilMs)
        _ = try await two.phone.call(SessionLogout.self, .init())
        let because = try await fixture.callAsAdministrator(
            ApprovalExplain.self, .init(accountId: #require(two.phone.session).account)
        ).because
        #expect(
            because.contains(
                "A device is suspended until \(until.minuteWords), and is removed then: a recovery code stops this."))
    }

    @Test func `a login that is not finished has a sentence about what is missing`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client(), number = "+4915100000001"
        let enrolled = try await fixture.callAsAdministrator(
            OperatorEnrol.self, .init(phone: number, groups: [.sample]))
        let account = try await phone.login(fixture, number, showing: enrolled.enrolmentSecret).session.account
        func logins() async throws -> [String] {
            let answer = try await fixture.callAsAdministrator(ApprovalExplain.self, .init(accountId: account))
            return answer.because.filter { !$0.hasPrefix("No operator of") }
        }
        #expect(
            try await logins() == ["The person has to enter the PIN on the device that is logging in, or to make one."])
        try await phone.enrol()
        #expect(
            try await logins() == [
                "The person has to pass the second factor on the device that is logging in, or set one up."
            ])
        try await phone.refresh()
        let secret = try await phone.call(SecondFactorEnroll.self, .init()).secret
        _ = try await phone.call(SecondFactorConfirm.self, .init(code: phone.code(secret, fixture)))
        #expect(try await logins().isEmpty)
        _ = try await fixture.callAsAdministrator(UserRemoveSecondFactor.self, .init(phone: number))
        #expect(
            try await logins() == ["The person is not logged in on any device."],
            "the rest of a session that is refused counts for nothing")
    }

    @Test func `unknown people and people of other groups are refused`() async throws {
        let fixture = try await AuthServiceFixture(), operatorClient = fixture.client(), phone = fixture.client()
        try await operatorClient.becomeOperator(fixture, of: ["clinic"])
        let grant = try await phone.register(fixture)
        try await operatorClient.expectRefused(.notYourGroup, ApprovalExplain.self, .init(accountId: grant.account))
        try await operatorClient.expectRefused(
            .userUnknown, ApprovalExplain.self, .init(accountId: fixture.random.id()))
    }
}
