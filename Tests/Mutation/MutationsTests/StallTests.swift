import Glibc
import Testing

/// Tests that do not end, for the check of `scripts/lib/test_run.py`; they run only when `STALL` is set.
@Suite(.enabled(if: getenv("STALL") != nil)) struct StallTests {
    @Test func `a continuation that nobody resumes`() async {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    @Test func `a thread that is blocked`() {
        pause()
    }

    @Test func `a test that ends`() {}
}
