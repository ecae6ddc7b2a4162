import Glibc
import Logging
import Primitives
import Support
import Synchronization
import Testing

@testable import ServiceHost

@Suite struct WatchdogTests {
    private struct Stuck: Error {}

    /// Runs a watchdog for a service manager that expects a sign of life every 2 ms.
    ///
    /// - Parameters:
    ///   - attempts: how often the watchdog has begun to ask for progress when it is stopped.
    ///   - progress: answers it.
    /// - Returns: the number of datagrams that arrived.
    private static func datagrams(
        attempts: Int, _ progress: @escaping @Sendable () async throws -> Void
    ) async throws -> Int {
        let path = scratchFolder() + "/notify"
        let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        let notifier = SystemdNotifier { ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "2000"][$0] }
        let (asked, questions) = AsyncStream.makeStream(of: Void.self)
        let watchdog = Watchdog(notifier: notifier, log: Logger(label: "test")) {
            questions.yield()
            try await progress()
        }
        let task = Task { await watchdog.run() }
        var left = attempts
        for await _ in asked {
            left -= 1
            if left == 0 { break }
        }
        task.cancel()
        await task.value
        var count = 0
        var bytes = [UInt8](repeating: 0, count: 64)
        while recv(file, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 { count += 1 }
        return count
    }

    @Test func `a service that makes progress sends signs of life`() async throws {
        #expect(try await Self.datagrams(attempts: 3) {} >= 2, "each attempt but the last has ended with one")
    }

    @Test func `a service of which a part has failed for good sends none`() async throws {
        #expect(try await Self.datagrams(attempts: 3) { throw Stuck() } == 0)
    }

    @Test func `a service of which a part does not answer sends none`() async throws {
        #expect(try await Self.datagrams(attempts: 1) { try await Task.sleep(for: .seconds(60)) } == 0)
    }
}
