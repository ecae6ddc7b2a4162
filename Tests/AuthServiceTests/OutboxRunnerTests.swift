import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import Support
import Synchronization
import Testing

@testable import AuthService

@Suite struct `Sending the outbox` {
    @Test(
        .requirement("O12"),
        arguments: [(DeliveryOutcome.unknown, 1), (.failedPermanently, 1), (.accepted, 1), (.failedTemporarily, 2)])
    func `a code is sent again only after a temporary failure`(first: DeliveryOutcome, times: Int) async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await fixture.client().call(OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        fixture.inbox.answer(first)
        for _ in 0..<5 {
            try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
            fixture.clock.advance(by: .seconds(40))
        }
        #expect(fixture.inbox.messages.count == times)
        #expect(try await fixture.count("outbox", where: "sealed IS NOT NULL") == 0)
    }

    @Test func `an expired message is not sent`() async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await fixture.client().call(OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        fixture.clock.advance(by: .seconds(300))
        try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
        #expect(fixture.inbox.messages.isEmpty)
    }

    @Test func `a message that expires after its claim is neither sent nor counted`() async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await fixture.client().call(OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        // Without this time the store claims the expired entry; the message's own time remains.
        _ = try await fixture.database.write { try $0.run(Statement("UPDATE outbox SET expires = NULL")) }
        fixture.clock.advance(by: .seconds(300))
        try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
        #expect(fixture.inbox.messages.isEmpty)
        #expect(fixture.counted("messages_total") == 0)
        #expect(try await fixture.count("outbox", where: "state = 'dead'") == 1)
        _ = try await fixture.client().requestCode(fixture, to: "+4915112345679")
        #expect(fixture.counted("messages_total") == 1)
    }

    @Test(.requirement("D1"), .timeLimit(.minutes(1)), arguments: [true, false])
    func `the time between attempts to send a code or a purge doubles from 1 s to 30 s`(isPurge: Bool) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        if isPurge {
            try await phone.register(fixture)
            try await phone.deleteAccount(fixture)
        } else {
            _ = try await phone.call(OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        }
        let before = fixture.inbox.messages.count
        func attempts(after wait: Duration) async throws -> Int {
            fixture.clock.advance(by: wait)
            fixture.inbox.answer(.failedTemporarily)
            try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
            return isPurge ? fixture.inbox.purges.count : fixture.inbox.messages.count - before
        }
        #expect(try await attempts(after: .zero) == 1)
        for (index, seconds) in [1, 2, 4, 8, 16, 30, 30].enumerated() {
            #expect(try await attempts(after: .seconds(seconds) - .milliseconds(1)) == index + 1)
            #expect(try await attempts(after: .milliseconds(1)) == index + 2, "\(seconds) s")
        }
    }

    @Test(.timeLimit(.minutes(1))) func `more entries than are sent at once are all sent, and then the sending ends`()
        async throws
    {
        let fixture = try await AuthServiceFixture { ($0.sendLimits.perAddress, $0.sendLimits.perBlock) = ([], []) }
        for number in 0..<51 {
            _ = try await fixture.client().call(
                OTPRequest.self, .init(phone: "+49151123456\(10 + number)", purpose: .login))
        }
        try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
        #expect(fixture.inbox.messages.count == 51)
    }

    @Test func `a message that waited through an upgrade goes to the number as it was written`() async throws {
        let fixture = try await AuthServiceFixture(), entry = OutboxEntryID(bits: 7)
        let old = OutboxPayload.message(
            to: try #require(E164(stored: "+5215512345678")), text: "code", expires: Instant(ms: 1))
        let sealed = old.sealed(for: entry, keys: fixture.auth.keys, fixture.random)
        #expect(OutboxPayload(sealed, of: entry, keys: fixture.auth.keys) == old)
    }

    @Test func `the background tasks send messages, and stop when they are cancelled`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let upkeep = Task { await fixture.auth.run(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger) }
        _ = try await phone.call(OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        try await waitUntil { fixture.inbox.messages.count == 1 }
        upkeep.cancel()
        await upkeep.value
    }

    @Test func `a call that hangs delays no other message, and is awaited at the end`() async throws {
        let fixture = try await AuthServiceFixture(), answer = Latch()
        let gateway = SMSGateway { message in
            let delivery = await fixture.inbox.gateway.send(message)
            if fixture.inbox.messages.count == 1 { await answer.wait() }
            return delivery
        }
        let upkeep = Task { await fixture.auth.run(gateway: gateway, purger: fixture.inbox.purger) }
        for number in 1...2 {
            _ = try await fixture.client().call(
                OTPRequest.self, .init(phone: number == 1 ? AuthTestClient.phone : "+4915112345679", purpose: .login))
            try await waitUntil { fixture.inbox.messages.count == number }
        }
        try await waitUntil { try await fixture.count("outbox", where: "state = 'sent'") == 1 }
        #expect(try await fixture.count("outbox", where: "state = 'sending'") == 1)
        upkeep.cancel()
        answer.open()
        await upkeep.value
        #expect(try await fixture.count("outbox", where: "state = 'sent'") == 2)
    }

    @Test func `at most fifty messages are being sent at once`() async throws {
        let fixture = try await AuthServiceFixture { ($0.sendLimits.perAddress, $0.sendLimits.perBlock) = ([], []) }
        let one = Latch(), all = Latch(), begun = Mutex(0)
        let gateway = SMSGateway { message in
            let isFirst = begun.withLock { begun in
                begun += 1
                return begun == 1
            }
            await (isFirst ? one : all).wait()
            return await fixture.inbox.gateway.send(message)
        }
        for number in 0..<52 {
            _ = try await fixture.client().call(
                OTPRequest.self, .init(phone: "+49151123456\(10 + number)", purpose: .login))
        }
        let upkeep = Task { await fixture.auth.run(gateway: gateway, purger: fixture.inbox.purger) }
        try await waitUntil { begun.withLock { $0 } == 50 }
        #expect(try await fixture.count("outbox", where: "state = 'ready'") == 2)
        one.open()
        try await waitUntil { begun.withLock { $0 } == 51 }
        #expect(try await fixture.count("outbox", where: "state = 'ready'") == 1)
        all.open()
        try await waitUntil { fixture.inbox.messages.count == 52 }
        upkeep.cancel()
        await upkeep.value
    }

    @Test func `a purge that cannot be decrypted is kept and tried again until it can be`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        try await phone.deleteAccount(fixture)
        let sealed = try await fixture.database.select(
            Statement("SELECT sealed FROM outbox WHERE kind = 'purge'")
        ).first?.bytes(0)
        let setSealed = { (bytes: [UInt8]) in
            _ = try await fixture.database.write {
                try $0.run(Statement("UPDATE outbox SET sealed = $1 WHERE kind = 'purge'", .bytes(bytes)))
            }
        }
        try await setSealed(try #require(sealed).map { $0 ^ 1 })
        for attempt in 1...12 {
            try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
            #expect(fixture.counted("outbox_unreadable_purges_total") == attempt)
            #expect(try await fixture.count("outbox", where: "kind = 'purge' AND state = 'ready'") == 1)
            fixture.clock.advance(by: .minutes(5))
        }
        #expect(fixture.inbox.purges.isEmpty)
        try await setSealed(try #require(sealed))
        try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
        #expect(fixture.inbox.purges == [grant.account])
        #expect(try await fixture.count("outbox", where: "kind = 'purge' AND state = 'sent'") == 1)
    }

    @Test func `a message does not print its code`() throws {
        let phone = try #require(E164(parsing: AuthTestClient.phone))
        let message = TextMessage(to: phone, text: "Your code is 123456.", expires: Instant(ms: 0))
        #expect("\(message)" == "TextMessage(to: +49•••••678, text: ••••)")
    }
}
