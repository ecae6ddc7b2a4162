import Contracts
import Cryptography
import DPoP
import JSONRPC
import LatchkeyDevice
import Primitives
import Support
import Synchronization
import Testing

/// A device whose way to auth loses answers, against the real auth: what took effect is found out by asking again.
@Suite struct LostAnswerTests {
    @Test func `a confirmation whose answer is lost opens its session when the same code is given again`() async throws
    {
        let (pair, device, line) = try await house()
        _ = try await device.register(phone: Self.phone, group: try #require(GroupID(rawValue: "fieldwork")))
        let code = try await code(in: pair)
        line.loses(1)
        await #expect(throws: DeviceFault.self) { try await device.confirm(code: code) }
        #expect(try await device.store.profile().accountId == nil)
        #expect(try await device.confirm(code: code).accountId != nil)
    }

    @Test func `a registration whose answer is lost goes on with the code that was sent`() async throws {
        let (pair, device, line) = try await house()
        let group = try #require(GroupID(rawValue: "fieldwork"))
        line.loses(1)
        await #expect(throws: DeviceFault.self) { try await device.register(phone: Self.phone, group: group) }
        let code = try await code(in: pair)
        _ = try await device.register(phone: Self.phone, group: group)
        #expect(try await device.confirm(code: code).accountId != nil)
    }

    private static let phone = "+4915112345678"

    private func house() async throws -> (StoryPair, Device, LosingLine) {
        let pair = try await StoryPair()
        let line = LosingLine(InProcessConnection(to: pair.authRouter))
        let store = try await LocalStore.open(
            path: "\(pair.folder)/phone.sqlite", platformKey: .generate(pair.random), random: pair.random)
        let device = Device(
            name: "Ada's phone", auth: line, authURL: StoryPair.address,
            vault: InProcessConnection(to: pair.vaultRouter), key: .generate(pair.random), store: store,
            clock: pair.clock.wall, random: pair.random)
        return (pair, device, line)
    }

    private func code(in pair: StoryPair) async throws -> OneTimeCode {
        try await pair.settle()
        return try #require(pair.inbox.code(for: Self.phone).flatMap { OneTimeCode($0) })
    }
}

/// A connection over which the next requests arrive and take effect, and their answers do not come back.
private final class LosingLine: Connection {
    private let line: InProcessConnection
    private let left = Mutex(0)

    init(_ line: InProcessConnection) { self.line = line }

    func loses(_ count: Int) { left.withLock { $0 = count } }

    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        let reply = try await line.send(body, headers: headers)
        let isFault = reply.body.count < 1024 && String(decoding: reply.body, as: UTF8.self).contains("proofRefused")
        let isLost =
            !isFault
            && left.withLock { left in
                defer { left = max(0, left - 1) }
                return left > 0
            }
        if isLost { throw ConnectionError("the answer was lost", mayHaveBeenSent: true) }
        return reply
    }
}
