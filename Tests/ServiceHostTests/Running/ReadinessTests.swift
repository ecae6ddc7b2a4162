import ServiceHost
import Synchronization
import Testing

@Suite struct ReadinessTests {
    @Test func `a service is ready while every check passes`() async {
        let readiness = Readiness()
        #expect(await readiness.problems() == [])
        let disk = Mutex<String?>(nil)
        readiness.require("database") { disk.withLock { $0 } }
        readiness.require("keys") { nil }
        #expect(await readiness.problems() == [])
        disk.withLock { $0 = "the disk is full" }
        #expect(await readiness.problems() == ["database: the disk is full"])
        disk.withLock { $0 = nil }
        #expect(await readiness.problems() == [])
    }

    @Test func `a service that shuts down is not ready, whatever its checks return`() async {
        let readiness = Readiness([("keys", { nil })])
        readiness.beginShutdown()
        #expect(await readiness.problems() == ["shutting down"])
    }
}
