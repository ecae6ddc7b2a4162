import AuthService
import Cryptography
import Support
import Testing

@Suite struct `Keys of access tokens` {
    @Test(arguments: [(SignatureAlgorithm.es256, true), (.edDSA, false)])
    func `only a P-256 key is taken`(algorithm: SignatureAlgorithm, isTaken: Bool) {
        let key = SigningKey.generate(algorithm, random: SeededRandom(seed: 5).random)
        #expect((RotatingKey(signingKeyPEM: key.pem) != nil) == isTaken)
    }

    @Test func `text that is no private key is not taken`() {
        let key = SigningKey.generate(.es256, random: SeededRandom(seed: 5).random)
        #expect(RotatingKey(signingKeyPEM: key.verifyingKey.pem) == nil)
        #expect(RotatingKey(signingKeyPEM: "") == nil)
    }
}
