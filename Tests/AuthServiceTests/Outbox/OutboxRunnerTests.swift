import AuthService
import Contracts
import JSONRPC
import Support
import Testing
import Vocabulary

@Suite struct `Sending what the outbox holds` {
    @Test(arguments: [(Delivery.unknown, 1), (.never, 1), (.accepted, 1), (.notNow, 2)])
    func `a code goes out again only if it surely did not go out`(first: Delivery, times: Int) async throws {
        let house = try await AuthHouse()
        _ = try await house.handset().call(OTPRequest.self, .init(phone: Handset.phone, purpose: .login))
        house.inbox.answer(first)
        for _ in 0..<5 {
            try await house.auth.sendDue(courier: house.inbox.courier, purger: house.inbox.purger)
            house.clock.advance(by: .seconds(40))
        }
        #expect(house.inbox.messages.count == times)
        #expect(try await house.count("outbox", where: "sealed IS NOT NULL") == 0)
    }

    @Test func `a message whose time has run out never leaves`() async throws {
        let house = try await AuthHouse()
        _ = try await house.handset().call(OTPRequest.self, .init(phone: Handset.phone, purpose: .login))
        house.clock.advance(by: .seconds(300))
        try await house.auth.sendDue(courier: house.inbox.courier, purger: house.inbox.purger)
        #expect(house.inbox.messages.isEmpty)
    }

    @Test func `upkeep sends, numbers and stops when it is told to`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let upkeep = Task { await house.auth.run(courier: house.inbox.courier, purger: house.inbox.purger) }
        _ = try await phone.call(OTPRequest.self, .init(phone: Handset.phone, purpose: .login))
        for _ in 0..<400 where house.inbox.messages.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(house.inbox.messages.count == 1)
        upkeep.cancel()
        await upkeep.value
    }

    @Test func `a message does not print its code`() throws {
        let phone = try #require(E164(parsing: Handset.phone))
        let message = Message(to: phone, text: "Your code is 123456.", expires: Instant(ms: 0))
        #expect("\(message)" == "Message(to: +49•••••678, text: ••••)")
    }
}
