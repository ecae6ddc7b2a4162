import Cryptography
import Primitives
import StrictJSON

/// Seals the local store under the platform key, and makes tags that mean nothing off this device.
struct Sealing: Sendable {
    let key: Key256
    let random: RandomSource

    /// Seals a JSON object for one place of the store.
    func seal(_ value: JSONObject, for place: [UInt8]) throws -> [UInt8] {
        AESGCM.seal(JSON.object(value).encoded(), key: key, aad: Self.aad(place), random: random)
    }

    /// Opens what was sealed for that place.
    func open(_ sealed: [UInt8], for place: [UInt8]) throws -> JSONObject {
        let bytes = try AESGCM.open(sealed, key: key, aad: Self.aad(place))
        guard case .object(let object) = try JSON(parsing: bytes) else {
            throw DeviceFault.storeFailed("A sealed value is no object.")
        }
        return object
    }

    /// A tag of an account, or of a request, keyed to this device.
    func tag(_ parts: [UInt8]...) -> [UInt8] {
        HMACSHA256.tag(key: key, LengthPrefixed.encode([Array("latchkey/device/tag/1".utf8)] + parts))
    }

    private static func aad(_ place: [UInt8]) -> [UInt8] {
        LengthPrefixed.encode([Array("latchkey/device/store/1".utf8), place])
    }
}
