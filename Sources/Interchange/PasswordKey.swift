import Cryptography
import Primitives
import StrictJSON

/// Derives the key of an encrypted file from its password.
enum PasswordKey {
    static func scrypt(
        _ password: FilePassword, salt: [UInt8], _ parameters: ScryptParameters, _ format: ExchangeFormat
    ) throws(ExchangeFault) -> Key256 {
        let bytes: [UInt8]
        do throws(CryptoFault) {
            bytes = try Scrypt.derive(
                password.bytes, salt: salt, n: parameters.n, r: parameters.r, p: parameters.p, count: 32)
        } catch {
            throw ScryptParameters.outOfBounds(format)
        }
        return try key(bytes, format)
    }

    static func pbkdf2(
        _ function: HashFunction, _ password: FilePassword, salt: [UInt8], rounds: Int, _ format: ExchangeFormat
    ) throws(ExchangeFault) -> Key256 {
        let bytes: [UInt8]
        do throws(CryptoFault) {
            bytes = try PBKDF2.derive(function, password.bytes, salt: salt, rounds: rounds, count: 32)
        } catch {
            throw .damaged(format, why: "its number of rounds is out of bounds")
        }
        return try key(bytes, format)
    }

    static func key(_ bytes: [UInt8], _ format: ExchangeFormat) throws(ExchangeFault) -> Key256 {
        guard let key = Key256(bytes) else { throw .damaged(format, why: "a key does not have 32 bytes") }
        return key
    }
}

extension JSONObject {
    /// The bytes of a hexadecimal text.
    func hex(_ name: String, count: Int, _ format: ExchangeFormat) throws(ExchangeFault) -> [UInt8] {
        guard let text = self[name]?.string, let bytes = Hex.decode(text), bytes.count == count else {
            throw .damaged(format, why: "“\(name)” is not \(count) bytes in hexadecimal")
        }
        return bytes
    }

    func integer(_ name: String, _ format: ExchangeFormat) throws(ExchangeFault) -> Int {
        guard let number = self[name]?.number?.integer(as: Int.self) else {
            throw .damaged(format, why: "“\(name)” is no integer")
        }
        return number
    }
}
