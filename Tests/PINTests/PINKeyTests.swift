import Cryptography
import Testing

@testable import PIN

@Suite struct PINKeyTests {
    private let cheap = PINDerivation(unchecked: 16, r: 8, p: 1)
    private let salt = [UInt8](0..<16)
    private let deviceSecret = [UInt8](64..<96)

    private func key(
        _ digits: String = "482916", salt: [UInt8]? = nil, deviceSecret: [UInt8] = [],
        by derivation: PINDerivation? = nil
    ) throws -> Ed25519.PublicKey {
        try PINKey.derive(
            PINSecret(digits: digits), salt: salt ?? self.salt, deviceSecret: deviceSecret, by: derivation ?? cheap
        ).publicKey
    }

    @Test func `the same entry gives the same key, and anything else gives another`() throws {
        let first = try key()
        #expect(try key() == first)
        let others = [
            try key("482917"), try key("0482916"), try key(salt: [UInt8](1..<17)), try key(deviceSecret: deviceSecret),
            try key(deviceSecret: [UInt8](65..<97)), try key(by: PINDerivation(unchecked: 32, r: 8, p: 1)),
            try key(by: PINDerivation(unchecked: 16, r: 4, p: 1)),
            try key(by: PINDerivation(unchecked: 16, r: 8, p: 2)),
        ]
        #expect(Set(others + [first]).count == others.count + 1)
    }

    @Test func `a passphrase gives the same key in composed and in decomposed form`() throws {
        let typed = ["Gr\u{FC}\u{DF}e aus K\u{F6}ln", "Gru\u{308}\u{DF}e aus Ko\u{308}ln"]
        let keys = try typed.map { try PINKey.derive(PINSecret(passphrase: $0), salt: salt, by: cheap).publicKey }
        #expect(keys[0] == keys[1])
    }

    @Test(arguments: [0, 15, 17, 32]) func `a salt of another length than 16 bytes is refused`(count: Int) {
        #expect(throws: CryptoFault.self) { try key(salt: [UInt8](repeating: 1, count: count)) }
    }

    @Test(arguments: [1, 31, 33]) func `a device secret has 32 bytes or none`(count: Int) {
        #expect(throws: CryptoFault.self) { try key(deviceSecret: [UInt8](repeating: 1, count: count)) }
    }

    @Test func `the largest n that is accepted is within what scrypt allows`() throws {
        let strongest = try #require(PINDerivation(n: 1 << 18, r: 8, p: 1))
        #expect(try key(by: strongest) != key())
    }
}
