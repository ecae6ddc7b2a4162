import Glibc
package import Primitives

/// The service manager that started the process, which is systemd in a unit of `Type=notify`. It receives one datagram
/// for each change of state.
///
/// Without the variable `NOTIFY_SOCKET` every message is dropped.
package struct SystemdNotifier: Sendable {
    /// The path of the manager's socket; one that begins with `@` is in the abstract namespace.
    private let path: String?
    /// The longest time between two signs of life, in microseconds; nil if the manager expects none.
    private let watchdogMicroseconds: Int64?

    /// - Parameter environment: reads a variable of the process.
    package init(environment: (String) -> String? = Self.variable) {
        path = environment("NOTIFY_SOCKET")
        let isForThisProcess = environment("WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
        watchdogMicroseconds =
            isForThisProcess ? environment("WATCHDOG_USEC").flatMap(Int64.init).flatMap { $0 > 0 ? $0 : nil } : nil
    }

    /// Returns a variable with which the process was started.
    package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The time between two signs of life, half of the longest one that the manager accepts; nil if it expects none.
    package var watchdogInterval: Duration? { watchdogMicroseconds.map { .microseconds($0 / 2) } }

    /// A state that the manager is told of.
    package enum State: Sendable, Hashable {
        case ready
        /// The settings are being read again since a time of ``SteadyClock/awake``.
        case reloading(at: SteadyInstant)
        /// The start takes up to ten seconds longer than the manager allows.
        case starting
        case stopping
        /// A sign of life.
        case alive

        var text: String {
            switch self {
            case .ready: "READY=1"
            case .reloading(let now): "RELOADING=1\nMONOTONIC_USEC=\(now.nanoseconds / 1_000)"
            case .starting: "EXTEND_TIMEOUT_USEC=10000000"
            case .stopping: "STOPPING=1"
            case .alive: "WATCHDOG=1"
            }
        }
    }

    /// Sends a state. Returns false if the manager did not take it.
    @discardableResult
    package func send(_ state: State) -> Bool {
        guard let path else { return false }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        let isAbstract = name.first == UInt8(ascii: "@")
        guard name.first == UInt8(ascii: "/") || isAbstract, name.count < MemoryLayout.size(ofValue: address.sun_path)
        else { return false }
        if isAbstract { name[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = MemoryLayout<sockaddr_un>.offset(of: \sockaddr_un.sun_path).map {
            $0 + name.count + (isAbstract ? 0 : 1)
        }
        let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0, let size else { return false }
        defer { close(file) }
        let bytes = Array(state.text.utf8)
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                sendto(file, bytes, bytes.count, Int32(MSG_NOSIGNAL), generic, socklen_t(size))
            }
        }
        return sent == bytes.count
    }
}
