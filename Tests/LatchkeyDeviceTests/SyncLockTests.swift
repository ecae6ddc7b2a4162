import Domain
import Primitives
import StrictJSON
import Support
import Synchronization
import Testing

@testable import LatchkeyDevice

/// One sync of a store runs at a time.
@Suite(.timeLimit(.minutes(5))) struct SyncLockTests {
    private typealias T = DeviceFixture

    @Test func `two syncs of one store run one after the other`() async throws {
        let underWay = Mutex((now: 0, most: 0))
        let latch = Latch()
        let vault = ScriptedConnection { request, _ in
            underWay.withLock { $0.now -= 1 }
            return request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "5"] } : T.page([])
        } before: { _ in
            underWay.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            await latch.wait()
        }
        let test = try await T(vault: vault)
        try await test.unsent("U")
        async let first = test.device.sync()
        async let second = test.device.sync()
        let isWaiting = await comes { test.store.syncLock.waitingCount > 0 }
        latch.open()
        #expect(isWaiting)
        #expect(try await first.sent + second.sent == 1)
        #expect(underWay.withLock { $0.most } == 1)
        #expect(vault.pushed.count == 1)
    }

    @Test func `a sync that is cancelled while it waits ends without a call, and the next one runs`() async throws {
        let latch = Latch()
        let vault = ScriptedConnection { _, _ in
            T.page([])
        } before: { _ in
            await latch.wait()
        }
        let test = try await T(vault: vault)
        async let first = test.device.sync()
        #expect(await comes { !vault.requests.isEmpty })
        let waiting = Task { try await test.device.sync() }
        let isWaiting = await comes { test.store.syncLock.waitingCount > 0 }
        if !isWaiting { latch.open() }
        #expect(isWaiting)
        waiting.cancel()
        await #expect(throws: DeviceFault.cancelled) { try await waiting.value }
        latch.open()
        _ = try await first
        let calls = vault.requests.count
        _ = try await test.device.sync()
        #expect(vault.requests.count == calls + 1)
    }

    @Test func `the cancellation of one waiting task leaves the others waiting`() async throws {
        let lock = AsyncLock(), latch = Latch()
        let work = { (isHeld: Latch?) in
            Task {
                try await lock.withLock { () async throws(DeviceFault) in
                    isHeld?.open()
                    await latch.wait()
                }
            }
        }
        let isHeld = Latch(), holder = work(isHeld)
        await isHeld.wait()
        var waiting: [Task<Void, any Error>] = []
        for count in 1...3 {
            waiting.append(work(nil))
            #expect(await comes { lock.waitingCount == count })
        }
        waiting[1].cancel()
        #expect(await comes { lock.waitingCount == 2 })
        latch.open()
        try await holder.value
        try await waiting[0].value
        await #expect(throws: DeviceFault.cancelled) { try await waiting[1].value }
        try await waiting[2].value
    }

    @Test func `a logout waits for the sync under way, and then ends the session`() async throws {
        let latch = Latch()
        let vault = ScriptedConnection { _, _ in
            T.page([])
        } before: { _ in
            await latch.wait()
        }
        let test = try await T(vault: vault, auth: ScriptedConnection(always: .result([:])))
        async let sync = test.device.sync()
        #expect(await comes { !vault.requests.isEmpty })
        async let logout: Void = test.device.logout(.keep)
        let isWaiting = await comes { test.store.syncLock.waitingCount > 0 }
        latch.open()
        #expect(isWaiting)
        _ = try await sync
        try await logout
        #expect(try await test.store.profile().accountId == nil)
    }

    /// Yields until the condition holds; false if it does not come to hold.
    private func comes(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<1_000_000 {
            if condition() { return true }
            await Task.yield()
        }
        return false
    }
}
