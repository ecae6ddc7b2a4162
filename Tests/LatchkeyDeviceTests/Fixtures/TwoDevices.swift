import Contracts
import Domain
import JSONRPC
import PairSupport
import Primitives
import Testing

@testable import LatchkeyDevice

/// A phone and a tablet of one account that have the same entries, with the real services in this process.
struct TwoDevices {
    static let number = "+4915112345678"

    let pair: ServicePair
    let phone: Device
    let tablet: Device

    init(with entries: [String]) async throws {
        pair = try await ServicePair()
        (phone, tablet) = (try await pair.makeDevice("phone"), try await pair.makeDevice("tablet"))
        try await Self.register(Self.number, on: phone, pair)
        _ = try await tablet.login(phone: Self.number)
        try await pair.settle()
        let code = try #require(pair.inbox.code(for: Self.number).flatMap { OneTimeCode($0) })
        _ = try await tablet.confirm(code: code)
        if let waiting = try await phone.sessions().first(where: \.isPending) {
            try await phone.admit(waiting.sessionId, digits: waiting.digits ?? "")
        }
        _ = try await tablet.status()
        try await pair.settle()
        for issuer in entries { _ = try await phone.add(uri: DeviceFixture.uri(issuer)) }
        _ = try await phone.sync()
        _ = try await tablet.sync()
    }

    /// Registers a number in the group `demo`, which needs no code and no approval.
    static func register(_ number: String, on device: Device, _ pair: ServicePair) async throws {
        _ = try await device.register(phone: number, group: try #require(GroupID(rawValue: "demo")))
        _ = try await device.confirm(code: nil)
        try await pair.settle()
    }

    /// Puts the tablet's entry into the server's trash, as an app with a trash does.
    func trash(_ issuer: String) async throws {
        let entry = try await tablet.entry(named: issuer), session = try await tablet.store.profile().session
        let op = PushOp(
            opId: OperationID(bits: entry.id.bits), type: .trash, id: entry.id, base: entry.base?.version,
            knownSeq: try await tablet.store.profile().head)
        let result = try await tablet.callVault(VaultPush.self, .init(ops: [op]), for: session).results.first
        #expect(result?.outcome == .applied)
        _ = try await tablet.sync()
    }
}
