import Cryptography
import Primitives
import StrictJSON

/// Derives the key of an encrypted file from its password. The parameters come from the file, so they are bounded.
enum PasswordKey {
    /// The most steps of scrypt, `n · r · p`, which take about 2 s.
    private static let mostScryptWork = 1 << 22

    static func scrypt(
        _ password: FilePassword, salt: [UInt8], n: Int, r: Int, p: Int, _ format: ExchangeFormat
    ) throws(ExchangeFault) -> Key256 {
        // Each factor is bounded before the product, so that it cannot overflow.
        guard (2...1 << 24).contains(n), (1...256).contains(r), (1...16).contains(p), n * r * p <= mostScryptWork else {
            throw .damaged(format, why: "its scrypt parameters are out of bounds")
        }
        let bytes: [UInt8]
        do throws(CryptoFault) {
            bytes = try Scrypt.derive(password.bytes, salt: salt, n: n, r: r, p: p, count: 32)
        } catch {
            throw .damaged(format, why: "its scrypt parameters are out of bounds")
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
