import Glibc
import Primitives
import Support
import Testing

@testable import ServiceHost

@Suite struct SystemdNotifierTests {
    /// A datagram socket in the place of systemd's.
    private final class Receiver: Sendable {
        let path: String
        private let file: Int32

        init(_ path: String) {
            self.path = path
            file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            var name = Array(path.utf8)
            if name[0] == UInt8(ascii: "@") { name[0] = 0 }
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
            let size = socklen_t(2 + name.count + (name[0] == 0 ? 0 : 1))
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(file, $0, size) }
            }
            #expect(bound == 0)
        }

        deinit { close(file) }

        /// The next datagram, or "" if none has arrived.
        func next() -> String {
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = recv(file, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }

    private static func notifier(_ variables: [String: String]) -> SystemdNotifier {
        SystemdNotifier { variables[$0] }
    }

    @Test(arguments: [false, true])
    func `each state is one datagram to a socket with a path or in the abstract namespace`(isAbstract: Bool) {
        let folder = scratchFolder()
        let receiver = Receiver(isAbstract ? "@\(folder)" : "\(folder)/notify")
        let notifier = Self.notifier(["NOTIFY_SOCKET": receiver.path])
        for state: SystemdNotifier.State in [
            .ready, .alive, .stopping, .reloading(at: SteadyInstant(nanoseconds: 5_999)), .starting,
        ] {
            #expect(notifier.send(state))
        }
        #expect(receiver.next() == "READY=1")
        #expect(receiver.next() == "WATCHDOG=1")
        #expect(receiver.next() == "STOPPING=1")
        #expect(receiver.next() == "RELOADING=1\nMONOTONIC_USEC=5")
        #expect(receiver.next() == "EXTEND_TIMEOUT_USEC=10000000")
        #expect(receiver.next() == "")
    }

    @Test(arguments: [nil, "", "relative", "/no/such/socket", "/" + String(repeating: "a", count: 107)])
    func `without a usable socket nothing is sent`(path: String?) {
        #expect(!Self.notifier(path.map { ["NOTIFY_SOCKET": $0] } ?? [:]).send(.ready))
    }

    @Test func `a sign of life is due at half of the longest time, and only for this process`() {
        #expect(Self.notifier(["WATCHDOG_USEC": "30000000"]).watchdogInterval == .seconds(15))
        #expect(
            Self.notifier(["WATCHDOG_USEC": "2000", "WATCHDOG_PID": "\(getpid())"]).watchdogInterval == .milliseconds(1)
        )
        #expect(Self.notifier(["WATCHDOG_USEC": "2000", "WATCHDOG_PID": "1"]).watchdogInterval == nil)
        for text in ["0", "-1", "soon", ""] { #expect(Self.notifier(["WATCHDOG_USEC": text]).watchdogInterval == nil) }
        #expect(Self.notifier([:]).watchdogInterval == nil)
    }
}
