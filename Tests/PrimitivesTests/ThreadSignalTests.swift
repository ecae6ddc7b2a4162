import Primitives
import Testing

struct ThreadSignalTests {
    @Test func `a signal sent before the thread waits is kept, and several count as one`() throws {
        let signal = try ThreadSignal(), clock = SteadyClock.system
        for _ in 0..<100_000 { signal.send() }
        signal.wait()
        let start = clock.now
        signal.wait(atMost: .milliseconds(20))
        #expect(clock.now - start >= .milliseconds(19))
    }

    @Test func `a waiting thread is woken by another`() throws {
        let signal = try ThreadSignal(), answer = try ThreadSignal()
        try DedicatedThread.start {
            signal.wait()
            answer.send()
        }
        signal.send()
        answer.wait()
    }
}
