import Cryptography
import Support
import Testing

@Suite struct SelfTestTests {
    @Test(.requirement("K8"))
    func `the self-test passes, also when repeated`() throws {
        for _ in 0..<3 { try SelfTest.run() }
    }
}
