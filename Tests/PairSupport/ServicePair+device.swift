import Cryptography
import DPoP
package import JSONRPC
package import LatchkeyDevice
import Primitives
import Support

extension ServicePair {
    package var authConnection: InProcessConnection { InProcessConnection(to: authRouter) }
    package var vaultConnection: InProcessConnection { InProcessConnection(to: vaultRouter) }

    /// Makes a device with a new key and a new store.
    ///
    /// - Parameters:
    ///   - file: the name of the store's file, one for each device of a test.
    ///   - auth: the connection to auth; the pair's own if nil.
    ///   - vault: the connection to the vault; the pair's own if nil.
    package func makeDevice(
        _ file: String, name: String = "phone", auth: (any Connection)? = nil, vault: (any Connection)? = nil
    ) async throws -> Device {
        let store = try await LocalStore.open(
            path: "\(folder)/\(file).sqlite", platformKey: .generate(random), random: random)
        return Device(
            name: name, auth: auth ?? authConnection, authURL: Self.authURL, vault: vault ?? vaultConnection,
            key: .generate(random), store: store, clock: clock.wall, random: random)
    }
}
