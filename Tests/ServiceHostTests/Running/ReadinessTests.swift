import ServiceHost
import Synchronization
import Testing

@Suite struct ReadinessTests {
    @Test func `ready is when nothing complains`() async {
        let readiness = Readiness()
        #expect(await readiness.complaints() == [])
        let disk = Mutex<String?>(nil)
        readiness.require("database") { disk.withLock { $0 } }
        readiness.require("keys") { nil }
        #expect(await readiness.complaints() == [])
        disk.withLock { $0 = "the disk is full" }
        #expect(await readiness.complaints() == ["database: the disk is full"])
        disk.withLock { $0 = nil }
        #expect(await readiness.complaints() == [])
    }

    @Test func `whoever winds down is not ready, whatever the checks say`() async {
        let readiness = Readiness([("keys", { nil })])
        readiness.windDown()
        #expect(await readiness.complaints() == ["winding down"])
    }
}
