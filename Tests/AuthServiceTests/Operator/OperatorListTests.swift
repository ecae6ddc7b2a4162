import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `operator.list` {
    @Test func `plays its example: an operator who has enrolled a device`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        var example = OperatorList.example.answer
        try await phone.becomeOperator(fixture, of: example.operators[0].groups.map(\.rawValue))
        example.operators[0].accountId = try #require(phone.session).account
        example.operators[0].phone = "+49•••••001"
        #expect(try await fixture.callAsAdministrator(OperatorList.self, .init()) == example)
    }

    @Test func `a secret that is not used is listed with its end, the earliest operator first, and no member`()
        async throws
    {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        for number in ["+4915100000002", "+4915100000001"] {
            _ = try await fixture.callAsAdministrator(OperatorEnrol.self, .init(phone: number, groups: [.sample]))
            fixture.clock.advance(by: .seconds(1))
        }
        let listed = try await fixture.callAsAdministrator(OperatorList.self, .init()).operators
        #expect(listed.map(\.phone) == ["+49•••••002", "+49•••••001"])
        #expect(listed.map(\.admittedDevices) == [0, 0])
        #expect(listed.last?.enrolmentExpiresAtMs == fixture.clock.now - .seconds(1) + .hours(72))
    }
}
