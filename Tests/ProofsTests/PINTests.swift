import Cryptography
import Support
import Testing
import TimeAndChance
import Vocabulary

@testable import Proofs

@Suite struct PINTests {
    private let dice = LoadedDice().dice

    private func proof(purpose: PINProof.Purpose = .login, generation: Int64 = 1) -> PINProof {
        PINProof(
            issuer: "https://auth.example", challengeID: ChallengeID(bits: 1), challenge: [1, 2, 3],
            subject: "00000000-0000-0000-0000-000000000001", generation: generation,
            deviceThumbprint: [UInt8](repeating: 7, count: 32), purpose: purpose)
    }

    @Test func `the same PIN, salt and device secret give the same key, any other a different one`() throws {
        let (pin, other) = (try #require(PIN("271828")), try #require(PIN("314159")))
        let (salt, secret) = (dice.bytes(16), dice.bytes(32))
        let key = try PINKey.derive(pin, salt: salt, deviceSecret: secret).publicKey
        #expect(try PINKey.derive(pin, salt: salt, deviceSecret: secret).publicKey == key)
        #expect(try PINKey.derive(other, salt: salt, deviceSecret: secret).publicKey != key)
        #expect(try PINKey.derive(pin, salt: dice.bytes(16), deviceSecret: secret).publicKey != key)
        #expect(try PINKey.derive(pin, salt: salt).publicKey != key)
        #expect(try PINKey.derive(passphrase: Array("271828".utf8), salt: salt, deviceSecret: secret).publicKey == key)
    }

    @Test func `salts, device secrets and passphrases out of bounds are refused`() throws {
        let pin = try #require(PIN("271828"))
        #expect(throws: CryptoFault.self) { try PINKey.derive(pin, salt: dice.bytes(15)) }
        #expect(throws: CryptoFault.self) { try PINKey.derive(pin, salt: dice.bytes(16), deviceSecret: [1]) }
        #expect(throws: CryptoFault.self) { try PINKey.derive(passphrase: [], salt: dice.bytes(16)) }
    }

    @Test func `a proof for one purpose, generation or challenge fits no other`() {
        let key = Ed25519.PrivateKey.generate(dice)
        let signature = proof().sign(with: key)
        #expect(proof().isValid(signature, by: key.publicKey))
        for purpose in [PINProof.Purpose.unlock, .enrol, .change, .reauth] {
            #expect(!proof(purpose: purpose).isValid(signature, by: key.publicKey))
        }
        #expect(!proof(generation: 2).isValid(signature, by: key.publicKey))
        #expect(!proof().isValid(signature, by: Ed25519.PrivateKey.generate(dice).publicKey))
    }
}
