import Contracts
package import Cryptography
package import DPoP
import Domain
package import JSONRPC
package import LatchkeyDevice
package import Primitives
import Support
import Synchronization

/// The two keys of a device, which a copy of its profile has too.
package struct DeviceKeys: Sendable {
    package let device: DeviceKey
    package let platform: Key256
    /// Holds the unlock share during the offline hours.
    package let share = MemoryShareStorage()

    package init(_ random: RandomSource) {
        device = .generate(random)
        platform = .generate(random)
    }
}

/// The platform's storage of the unlock share, in memory. It outlives the store that uses it.
package final class MemoryShareStorage: UnlockShareStorage {
    private let bytes = Mutex<[UInt8]?>(nil)

    package func read() -> [UInt8]? { bytes.withLock { $0 } }
    package func write(_ new: [UInt8]) { bytes.withLock { $0 = new } }
    package func erase() { bytes.withLock { $0 = nil } }
}

extension ServicePair {
    package var authConnection: InProcessConnection { InProcessConnection(to: authRouter) }
    package var vaultConnection: InProcessConnection { InProcessConnection(to: vaultRouter) }

    /// Makes a device with its store, which is created if its file does not exist.
    ///
    /// - Parameters:
    ///   - file: the name of the store's file, one for each device of a test.
    ///   - keys: new ones if nil.
    ///   - auth: the connection to auth; the pair's own if nil.
    ///   - vault: the connection to the vault; the pair's own if nil.
    package func makeDevice(
        _ file: String, name: String = "phone", keys: DeviceKeys? = nil, auth: (any Connection)? = nil,
        vault: (any Connection)? = nil
    ) async throws -> Device {
        let keys = keys ?? DeviceKeys(random)
        let store = try await LocalStore.open(
            path: "\(folder)/\(file).sqlite", platformKey: keys.platform, random: random,
            shares: HeldShares(clock: clock.wall, storage: keys.share))
        return Device(
            name: name, auth: auth ?? authConnection, authURL: Self.authURL, vault: vault ?? vaultConnection,
            key: keys.device, store: store, clock: clock.wall, random: random)
    }

    /// Registers a person with the first device, and signs the others in a minute apart, admitted by the first.
    package func signIn(_ devices: [Device], phone: String) async throws {
        guard let group = GroupID(rawValue: "demo") else { throw PairError("the group") }
        _ = try await devices[0].register(phone: phone, group: group)
        _ = try await devices[0].confirm(code: nil)
        try await settle()
        for (index, device) in devices.dropFirst().enumerated() {
            // A number gets at most one code a minute.
            if index > 0 { try await advance(by: .seconds(60)) }
            _ = try await device.login(phone: phone)
            try await settle()
            guard let code = inbox.code(for: phone).flatMap({ OneTimeCode($0) }) else { throw PairError("the code") }
            _ = try await device.confirm(code: code)
            if let waiting = try await devices[0].sessions().first(where: \.isPending) {
                try await devices[0].admit(waiting.sessionId, digits: waiting.digits ?? "")
            }
            _ = try await device.status()
            try await settle()
        }
    }
}
