import AuthService
import AuthStore
import Contracts
import JSONRPC
import Primitives
import StoreSupport
import Support
import Synchronization
import Testing

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
        try await wait { house.inbox.messages.count == 1 }
        upkeep.cancel()
        await upkeep.value
    }

    @Test func `a gateway that is silent keeps nobody else waiting, and is heard out at the end`() async throws {
        let house = try await AuthHouse(), gateway = Latch()
        let courier = Courier { message in
            let delivery = await house.inbox.courier.send(message)
            if house.inbox.messages.count == 1 { await gateway.wait() }
            return delivery
        }
        let upkeep = Task { await house.auth.run(courier: courier, purger: house.inbox.purger) }
        for number in 1...2 {
            _ = try await house.handset().call(
                OTPRequest.self, .init(phone: number == 1 ? Handset.phone : "+4915112345679", purpose: .login))
            try await wait { house.inbox.messages.count == number }
        }
        try await wait { try await house.count("outbox", where: "state = 'sent'") == 1 }
        #expect(try await house.count("outbox", where: "state = 'sending'") == 1)
        upkeep.cancel()
        gateway.open()
        await upkeep.value
        #expect(try await house.count("outbox", where: "state = 'sent'") == 2)
    }

    @Test func `at most fifty are under way at once, and the next one leaves when one of them ends`() async throws {
        let house = try await AuthHouse { ($0.sends.address, $0.sends.block) = ([], []) }
        let one = Latch(), all = Latch(), begun = Mutex(0)
        let courier = Courier { message in
            let isFirst = begun.withLock { begun in
                begun += 1
                return begun == 1
            }
            await (isFirst ? one : all).wait()
            return await house.inbox.courier.send(message)
        }
        for number in 0..<52 {
            _ = try await house.handset().call(
                OTPRequest.self, .init(phone: "+49151123456\(10 + number)", purpose: .login))
        }
        let upkeep = Task { await house.auth.run(courier: courier, purger: house.inbox.purger) }
        try await wait { begun.withLock { $0 } == 50 }
        #expect(try await house.count("outbox", where: "state = 'ready'") == 2)
        one.open()
        try await wait { begun.withLock { $0 } == 51 }
        #expect(try await house.count("outbox", where: "state = 'ready'") == 1)
        all.open()
        try await wait { house.inbox.messages.count == 52 }
        upkeep.cancel()
        await upkeep.value
    }

    private func wait(until isSo: () async throws -> Bool) async throws {
        while try await !isSo() { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test func `a message does not print its code`() throws {
        let phone = try #require(E164(parsing: Handset.phone))
        let message = Message(to: phone, text: "Your code is 123456.", expires: Instant(ms: 0))
        #expect("\(message)" == "Message(to: +49•••••678, text: ••••)")
    }
}
