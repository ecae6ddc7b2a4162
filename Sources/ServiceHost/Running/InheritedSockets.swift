import Glibc
package import RPCServer

/// The listening sockets that the service manager opened before it started the process (socket activation). While the
/// service is restarted they stay open, and new connections wait in them.
package struct InheritedSockets: Sendable {
    /// The names that a socket unit may give with `FileDescriptorName=`: those of the settings.
    static let names = ["listen", "internal-listen", "operations-listen"]

    private let descriptors: [String: Int32]

    /// No socket.
    package static let none = InheritedSockets(descriptors: [:])

    private init(descriptors: [String: Int32]) { self.descriptors = descriptors }

    /// Reads `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES`. Variables for another process are ignored.
    ///
    /// - Parameter firstDescriptor: the first socket's descriptor; sd_listen_fds(3) fixes it at 3, tests pass another.
    /// - Throws: one line that says what to change in the socket unit.
    package init(firstDescriptor: Int32 = 3, environment: (String) -> String? = SystemdNotifier.variable)
        throws(SettingsFault)
    {
        guard environment("LISTEN_PID") == "\(getpid())", let count = environment("LISTEN_FDS").flatMap(Int.init),
            count > 0
        else {
            descriptors = [:]
            return
        }
        let names = (environment("LISTEN_FDNAMES") ?? "").split(separator: ":", omittingEmptySubsequences: false)
        guard names.count == count else {
            throw SettingsFault("the service manager passes \(count) sockets without a name for each: \(Self.advice)")
        }
        var descriptors: [String: Int32] = [:]
        for (index, name) in names.enumerated() {
            guard Self.names.contains(String(name)), descriptors[String(name)] == nil else {
                throw SettingsFault("the service manager passes a socket named \"\(name)\": \(Self.advice)")
            }
            let descriptor = firstDescriptor + Int32(index)
            // A child process must not inherit the socket.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            descriptors[String(name)] = descriptor
        }
        self.descriptors = descriptors
    }

    private static let advice =
        "FileDescriptorName= of each socket unit must be one of \(names.joined(separator: ", ")), each at most once"

    /// The descriptor of the socket for a listener, or nil if the service has to open one.
    ///
    /// - Parameters:
    ///   - setting: the name of the listener's setting.
    ///   - address: its value, on which the socket must listen.
    /// - Throws: one line that says what to change.
    package func descriptor(
        for setting: String, listeningOn address: ServerAddress
    ) throws(SettingsFault) -> Int32? {
        guard let descriptor = descriptors[setting] else { return nil }
        guard let actual = Self.address(of: descriptor) else {
            throw SettingsFault(
                "the socket for \(setting) is not a listening TCP or Unix stream socket: change its unit")
        }
        guard actual == address else {
            throw SettingsFault(
                "the service manager's socket for \(setting) listens on \(actual), and the setting is \(address): "
                    + "give both the same address")
        }
        return descriptor
    }

    /// The address on which a stream socket listens.
    private static func address(of descriptor: Int32) -> ServerAddress? {
        var isListening: Int32 = 0, length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening == 1 else {
            return nil
        }
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic -> ServerAddress? in
                guard getsockname(descriptor, generic, &size) == 0 else { return nil }
                if Int32(generic.pointee.sa_family) == AF_UNIX { return unixAddress(generic, size) }
                var host = [CChar](repeating: 0, count: Int(NI_MAXHOST)), port = [CChar](repeating: 0, count: 32)
                let flags = NI_NUMERICHOST | NI_NUMERICSERV
                guard
                    getnameinfo(
                        generic, size, &host, socklen_t(host.count), &port, socklen_t(port.count), flags) == 0,
                    let number = Int(text(port))
                else { return nil }
                return .tcp(host: text(host), port: number)
            }
        }
    }

    /// A copy of the descriptor of ``descriptor(for:listeningOn:)``, for a listener that is closed before the one that
    /// stays.
    package func copy(for setting: String, listeningOn address: ServerAddress) throws(SettingsFault) -> Int32? {
        try descriptor(for: setting, listeningOn: address).map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
    }

    private static func unixAddress(_ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> ServerAddress? {
        let header = MemoryLayout<sa_family_t>.size
        guard Int(size) > header else { return nil }
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(size)).dropFirst(header).prefix { $0 != 0 }
        return bytes.isEmpty ? nil : .unix(path: String(decoding: bytes, as: UTF8.self))
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
