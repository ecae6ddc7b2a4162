import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Synchronization
import Testing

@testable import AuthService

@Suite struct `message.list` {
    private func send(_ fixture: AuthServiceFixture, _ outcome: DeliveryOutcome = .accepted) async throws -> String {
        let reference = Mutex("")
        let gateway = SMSGateway(reportWatch: nil) { message in
            reference.withLock { $0 = message.reportReference }
            return Handover(outcome, driver: "kannel")
        }
        try await fixture.auth.sendDue(gateway: gateway, purger: fixture.inbox.purger)
        return reference.withLock(\.self)
    }

    private func ask(_ fixture: AuthServiceFixture, _ phone: String = AuthTestClient.phone) async throws {
        _ = try await fixture.client().call(OTPRequest.self, .init(phone: phone, purpose: .login))
    }

    private func states(_ fixture: AuthServiceFixture) async throws -> [Open<MessageState>] {
        try await fixture.callAsAdministrator(MessageList.self, .init()).messages.map(\.state)
    }

    @Test func `plays its example: a message that was delivered`() async throws {
        let fixture = try await AuthServiceFixture()
        try await ask(fixture)
        try await ask(fixture, "+33612345678")
        let asked = fixture.clock.now
        let reference = try await send(fixture)
        fixture.clock.advance(by: .seconds(3))
        #expect(try await fixture.auth.recordReport(.delivered, reference: reference))
        let (params, _) = MessageList.example
        #expect(try await fixture.callAsAdministrator(MessageList.self, .init()).messages.count == 2)
        let listed = try await fixture.callAsAdministrator(MessageList.self, params).messages
        #expect(listed.map(\.phone) == ["+49•••••678"])
        #expect(listed.map(\.driver) == ["kannel"])
        #expect(listed.map(\.atMs) == [asked])
    }

    @Test func `every state of a message is shown`() async throws {
        let fixture = try await AuthServiceFixture()
        try await ask(fixture)
        #expect(try await states(fixture) == [Open(.waiting)])
        #expect(
            try await fixture.callAsAdministrator(MessageList.self, .init()).messages.map(\.phone) == ["+49•••••678"])
        let reference = try await send(fixture)
        #expect(try await states(fixture) == [Open(.accepted)])
        _ = try await fixture.auth.recordReport(.failed, reference: reference)
        #expect(try await states(fixture) == [Open(.failed)])
        for (outcome, state) in [(DeliveryOutcome.unknown, MessageState.unknown), (.failedPermanently, .notAccepted)] {
            fixture.clock.advance(by: .seconds(61))
            try await ask(fixture)
            _ = try await send(fixture, outcome)
            #expect(try await states(fixture).first == Open(state))
        }
        fixture.clock.advance(by: .seconds(61))
        try await ask(fixture)
        _ = try await fixture.database.write {
            try $0.run(Statement("UPDATE outbox SET expires = 0 WHERE state = 'ready'"))
        }
        _ = try await send(fixture)
        #expect(try await states(fixture).first == Open(.dropped))
    }

    @Test(arguments: [(0, false), (1, true), (200, true), (201, false)])
    func `at most 200 messages are listed`(limit: Int, isAllowed: Bool) async throws {
        let fixture = try await AuthServiceFixture()
        try await ask(fixture)
        try await ask(fixture, "+33612345678")
        let call = { try await fixture.callAsAdministrator(MessageList.self, .init(limit: limit)).messages.count }
        if isAllowed {
            #expect(try await call() == min(limit, 2))
        } else {
            await #expect(throws: (any Error).self) { try await call() }
        }
    }

    @Test func `a text that is no number is refused, and a purge is no message`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        await #expect(throws: (any Error).self) {
            try await fixture.callAsAdministrator(MessageList.self, .init(phone: "0151"))
        }
        try await phone.register(fixture)
        try await phone.deleteAccount(fixture)
        let listed = try await fixture.callAsAdministrator(MessageList.self, .init()).messages
        #expect(listed.count == (try await fixture.count("outbox", where: "kind = 'sms'")))
    }
}
