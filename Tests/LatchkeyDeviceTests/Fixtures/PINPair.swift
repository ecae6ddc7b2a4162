import Contracts
import Domain
import JSONRPC
import PIN
import PairSupport
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// A phone whose account has a PIN, with the real services in this process and a connection to auth that can fail.
struct PINPair {
    static let number = "+4915112345678"
    let pair: ServicePair
    let auth: FaultyConnection
    let phone: Device
    let keys: DeviceKeys

    init() async throws {
        self = try await Self.withoutPIN()
        try await phone.makePIN(Self.pin())
    }

    /// A phone whose account has no PIN yet.
    static func withoutPIN() async throws -> PINPair { try await PINPair(pair: ServicePair()) }

    private init(pair: ServicePair) async throws {
        self.pair = pair
        auth = FaultyConnection(pair.authConnection)
        keys = DeviceKeys(pair.random)
        phone = try await pair.makeDevice("phone", keys: keys, auth: auth)
        try await pair.signIn([phone], phone: Self.number)
    }

    /// The PIN of the account.
    static let digits = "482915"
    static func pin() throws -> PINSecret { try PINSecret(digits: digits) }
    static func wrong() throws -> PINSecret { try PINSecret(digits: "739164") }
    static func other() throws -> PINSecret { try PINSecret(digits: "615038") }

    /// A new device that has logged in with a code.
    func newDevice(_ name: String = "tablet", auth: (any Connection)? = nil, vault: (any Connection)? = nil)
        async throws -> Device
    {
        let device = try await pair.makeDevice(name, name: name, auth: auth, vault: vault)
        try await pair.advance(by: .seconds(61))
        _ = try await device.login(phone: Self.number)
        try await pair.settle()
        let code = try #require(pair.inbox.code(for: Self.number).flatMap { OneTimeCode($0) })
        _ = try await device.confirm(code: code)
        return device
    }

    /// The same device after a restart of the app: it has the same store, and has forgotten the nonce of auth.
    func restarted(_ device: Device) -> Device {
        Device(
            name: device.name, auth: auth, authURL: ServicePair.authURL, vault: pair.vaultConnection, key: keys.device,
            store: device.store, clock: device.clock, random: device.random)
    }

    /// Carries a call out of which the answer to the proof is lost: that of the second request, because the first asks
    /// for the challenge.
    func losingAnswer(_ call: () async throws -> Void) async {
        auth.during(1) { [auth] in auth.losesAnswers = true }
        #expect(await refusal(call) == "lost")
        #expect(auth.losesAnswers)
        auth.losesAnswers = false
    }
}

extension DeviceFault {
    /// The name of the fault with which a service refused the call, and the attempts left; nil for any other failure.
    var refusal: String? {
        guard case .call(let failure) = self, let fault = failure.fault else { return nil }
        return fault.name + (fault.data["attemptsLeft"]?.number.map { " \($0.token)" } ?? "")
    }
}

/// The refusal of a call; nil if it was not refused.
func refusal(_ call: () async throws -> Void) async -> String? {
    do {
        try await call()
        return nil
    } catch {
        guard let fault = error as? DeviceFault else { return "\(error)" }
        return fault.refusal ?? (fault.mayHaveTakenEffect ? "lost" : "\(fault)")
    }
}
