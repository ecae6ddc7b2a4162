import Cryptography
import Testing

@Suite struct SelfTestTests {
    @Test func `the self-test passes, also when repeated`() throws {
        for _ in 0..<3 { try SelfTest.run() }
    }
}
