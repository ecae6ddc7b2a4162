import SQL
import Synchronization
import Testing

@Suite struct ClosableTests {
    private final class ClosingCounter: Closable {
        let closings = Atomic<Int>(0)
        func close() async { closings.add(1, ordering: .relaxed) }
    }

    @Test func `closing(after:) closes once, after the closure, also if the closure throws`() async throws {
        struct Failure: Error {}
        let counter = ClosingCounter()
        let openDuringUse = try await counter.closing { counter.closings.load(ordering: .relaxed) == 0 }
        #expect(openDuringUse && counter.closings.load(ordering: .relaxed) == 1)
        await #expect(throws: Failure.self) { try await counter.closing { throw Failure() } }
        #expect(counter.closings.load(ordering: .relaxed) == 2)
    }
}
