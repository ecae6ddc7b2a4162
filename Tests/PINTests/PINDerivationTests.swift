import PIN
import Testing

@Suite struct PINDerivationTests {
    @Test func `new PINs take 2^15 rounds of 8 blocks, once`() {
        #expect(PINDerivation(n: 32768, r: 8, p: 1) == .standard)
        #expect(PINDerivation.standard.text == "$scrypt$ln=15,r=8,p=1")
    }

    @Test(arguments: [(15, 1), (15, 4), (16, 2), (17, 3), (18, 1), (18, 4)])
    func `stronger parameters are accepted, and their text is read as the same`(exponent: Int, p: Int) throws {
        let derivation = try #require(PINDerivation(n: 1 << exponent, r: 8, p: p))
        #expect(derivation.text == "$scrypt$ln=\(exponent),r=8,p=\(p)")
        #expect(PINDerivation(text: derivation.text) == derivation)
    }

    @Test(arguments: [
        (1 << 14, 8, 1), (1 << 19, 8, 1), ((1 << 15) + 1, 8, 1), ((1 << 15) - 1, 8, 1), (3 << 14, 8, 1), (0, 8, 1),
        (-(1 << 15), 8, 1), (Int.min, 8, 1), (1 << 15, 7, 1), (1 << 15, 9, 1), (1 << 15, 8, 0), (1 << 15, 8, 5),
    ])
    func `weaker parameters, and those that take too much, are refused`(n: Int, r: Int, p: Int) {
        #expect(PINDerivation(n: n, r: r, p: p) == nil)
    }

    @Test(arguments: [
        "", "$scrypt$ln=14,r=8,p=1", "$scrypt$ln=19,r=8,p=1", "$scrypt$ln=15,r=4,p=1", "$scrypt$ln=15,r=8,p=5",
        "$scrypt$ln=015,r=8,p=1", "$scrypt$ln=15,r=8,p=1$", "$scrypt$ln=15,p=1,r=8", "scrypt$ln=15,r=8,p=1",
        "$scrypt$ln=15,r=8,p=1 ", "$scrypt$ln=１５,r=8,p=1", "$SCRYPT$ln=15,r=8,p=1", "$pbkdf2$i=600000",
    ])
    func `a text of any other form is refused`(text: String) {
        #expect(PINDerivation(text: text) == nil)
    }
}
