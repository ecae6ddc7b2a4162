import Primitives
import ServiceHost
import Testing

@Suite struct TerminalTextTests {
    @Test func `a time is shown in UTC`() {
        #expect(TerminalText.time(Instant(ms: 1_767_225_599_999)) == "2025-12-31 23:59:59 UTC")
    }
}
