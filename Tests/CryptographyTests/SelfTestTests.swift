import Cryptography
import Testing

@Suite struct SelfTestTests {
    @Test func `the known answers hold, as often as they are asked for`() throws {
        for _ in 0..<3 { try SelfTest.run() }
    }
}
