import Primitives
import Support
import Testing

@Suite struct RecoveryCodeTests {
    @Test func `a code has 80 bits, and is read back as it is shown`() {
        let random = SeededRandom(seed: 4).random
        let codes = (0..<100).map { _ in RecoveryCode(bytes: random.bytes(32)) }
        #expect(Set(codes).count == 100)
        for code in codes {
            #expect(code.reveal.utf8.count * 5 == 80)
            #expect(code.grouped.split(separator: "-").map(\.count) == [4, 4, 4, 4])
            #expect(RecoveryCode(typed: " \(code.grouped.lowercased())\n") == code)
            #expect(RecoveryCode(wire: code.reveal) == code)
            #expect("\(code)" == "RecoveryCode(••••)")
        }
    }

    @Test(arguments: ["", "ABCDEFGHIJKLMNO", "ABCDEFGHIJKLMNOPQ", "ABCDEFGHIJKLMNO1", "abcdefghijklmnop"])
    func `another form is refused on the wire`(text: String) { #expect(RecoveryCode(wire: text) == nil) }
}
