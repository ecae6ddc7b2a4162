import Contracts
import JSONRPC
import LatchkeyDevice
import PairSupport
import Primitives
import Testing

/// Repeats requests that took effect in the real auth and whose answers were lost.
@Suite struct LostAnswerTests {
    @Test func `a confirmation whose answer is lost opens its session when it is repeated with the same code`()
        async throws
    {
        let (pair, device, connection) = try await fixture()
        _ = try await device.register(phone: Self.phone, group: try #require(GroupID(rawValue: "fieldwork")))
        let code = try await code(in: pair)
        connection.pendingLoss = "registration.confirm"
        await #expect(throws: DeviceFault.self) { try await device.confirm(code: code) }
        #expect(try await device.store.profile().accountId == nil)
        #expect(try await device.confirm(code: code).accountId != nil)
    }

    @Test func `a registration whose answer is lost continues with the code that was sent`() async throws {
        let (pair, device, connection) = try await fixture()
        let group = try #require(GroupID(rawValue: "fieldwork"))
        connection.pendingLoss = "registration.start"
        await #expect(throws: DeviceFault.self) { try await device.register(phone: Self.phone, group: group) }
        let code = try await code(in: pair)
        _ = try await device.register(phone: Self.phone, group: group)
        #expect(try await device.confirm(code: code).accountId != nil)
    }

    private static let phone = "+4915112345678"

    private func fixture() async throws -> (ServicePair, Device, LosingConnection) {
        let pair = try await ServicePair()
        let connection = LosingConnection(pair.authConnection)
        return (pair, try await pair.makeDevice("phone", auth: connection), connection)
    }

    private func code(in pair: ServicePair) async throws -> OneTimeCode {
        try await pair.settle()
        return try #require(pair.inbox.code(for: Self.phone).flatMap { OneTimeCode($0) })
    }
}
