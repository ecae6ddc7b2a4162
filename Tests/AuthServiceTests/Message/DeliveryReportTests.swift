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

@Suite struct `Delivery reports` {
    @Test func `only the reference that came with a message may report about it`() async throws {
        let fixture = try await AuthServiceFixture()
        let reference = Mutex("")
        let gateway = SMSGateway { message in
            reference.withLock { $0 = message.reportReference }
            return .accepted
        }
        _ = try await fixture.client().call(OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        try await fixture.auth.sendDue(gateway: gateway, purger: fixture.inbox.purger)
        let true_ = reference.withLock(\.self), bytes = try #require(Base64URL.decode(true_))
        var forgeries = ["", "A", Base64URL.encode(Array(bytes.dropLast())), Base64URL.encode(bytes + [0])]
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            forgeries.append(Base64URL.encode(changed))
        }
        for forgery in forgeries {
            #expect(try await !fixture.auth.recordReport(.delivered, reference: forgery))
        }
        #expect(try await fixture.count("outbox", where: "report IS NOT NULL") == 0)
        #expect(try await fixture.auth.recordReport(.delivered, reference: true_))
        #expect(try await fixture.count("outbox", where: "report = 'delivered'") == 1)
    }

    @Test(arguments: [(9, 301_000, false), (10, 300_000, false), (10, 300_001, true), (10, 3_600_001, false)])
    func `a driver is suspended if ten messages of the last hour got no report within the wait`(
        messages: Int, milliseconds: Int64, isSuspended: Bool
    ) async throws {
        let fixture = try await AuthServiceFixture { ($0.sendLimits.perAddress, $0.sendLimits.perBlock) = ([], []) }
        let suspended = Mutex<[String]>([])
        let watch = ReportWatch(
            wait: .seconds(300), drivers: { [.init(name: "kannel", since: .days(1))] },
            suspend: { name in suspended.withLock { $0.append(name) } })
        let gateway = SMSGateway(reportWatch: watch) { _ in Handover(.accepted, driver: "kannel") }
        for number in 0..<messages {
            _ = try await fixture.client().call(
                OTPRequest.self, .init(phone: "+49151123456\(10 + number)", purpose: .login))
        }
        try await fixture.auth.sendDue(gateway: gateway, purger: fixture.inbox.purger)
        fixture.clock.advance(by: .milliseconds(milliseconds))
        try await fixture.auth.suspendSilentDrivers(watch)
        #expect(suspended.withLock { $0 } == (isSuspended ? ["kannel"] : []))
    }

    @Test func `messages from before a driver's rest do not count against it`() async throws {
        let fixture = try await AuthServiceFixture { ($0.sendLimits.perAddress, $0.sendLimits.perBlock) = ([], []) }
        let gateway = SMSGateway(reportWatch: nil) { _ in Handover(.accepted, driver: "kannel") }
        for number in 0..<10 {
            _ = try await fixture.client().call(
                OTPRequest.self, .init(phone: "+49151123456\(10 + number)", purpose: .login))
        }
        try await fixture.auth.sendDue(gateway: gateway, purger: fixture.inbox.purger)
        fixture.clock.advance(by: .seconds(600))
        let suspended = Mutex(false)
        for (since, expected) in [(Duration.seconds(599), false), (.seconds(600), true)] {
            try await fixture.auth.suspendSilentDrivers(
                ReportWatch(
                    wait: .seconds(300), drivers: { [.init(name: "kannel", since: since)] },
                    suspend: { _ in suspended.withLock { $0 = true } }))
            #expect(suspended.withLock { $0 } == expected)
        }
    }
}
