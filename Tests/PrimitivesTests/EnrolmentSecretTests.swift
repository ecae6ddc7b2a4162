import Primitives
import Support
import Testing

@Suite struct EnrolmentSecretTests {
    @Test func `a new secret has 120 random bits, and is read back as it is shown`() {
        let random = SeededRandom(seed: 3).random
        let secrets = (0..<100).map { _ in EnrolmentSecret(random) }
        #expect(Set(secrets).count == 100)
        for secret in secrets {
            #expect(secret.reveal.utf8.count * 5 == 120)
            #expect(secret.grouped.split(separator: "-").map(\.count) == [4, 4, 4, 4, 4, 4])
            #expect(EnrolmentSecret(typed: secret.grouped) == secret)
            #expect(EnrolmentSecret(typed: " \(secret.grouped.lowercased())\n") == secret)
            #expect(EnrolmentSecret(wire: secret.reveal) == secret)
        }
    }

    @Test(arguments: [
        "", "ABCDEFGHIJKLMNOPQRSTUVW", "ABCDEFGHIJKLMNOPQRSTUVWXY", "ABCDEFGHIJKLMNOPQRSTUVW1",
        "ABCDEFGHIJKLMNOPQRSTUVWä", "abcdefghijklmnopqrstuvwx",
    ])
    func `another form is refused on the wire`(text: String) { #expect(EnrolmentSecret(wire: text) == nil) }

    @Test func `a secret is not printed`() {
        let secret = EnrolmentSecret(SeededRandom(seed: 3).random)
        #expect("\(secret)" == "EnrolmentSecret(••••)")
    }
}
