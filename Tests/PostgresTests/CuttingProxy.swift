#if Postgres
import Foundation
import Synchronization

/// Stands between us and a server on a Unix socket, and cuts connections around their `COMMIT` as the test says.
final class CuttingProxy: Sendable {
    /// What to do with a commit that comes by.
    enum Cut: CaseIterable {
        /// It passes and so does its answer.
        case none
        /// It never reaches the server.
        case before
        /// It reaches the server and the connection is cut at once.
        case behind
        /// Its answer comes back as far as here.
        case answer
    }

    /// The folder of its socket, to name as the host.
    let folder: String
    private let server: String
    private let listener: Int32
    private let decide: @Sendable () -> Cut
    private let made = Atomic(0)

    /// How many connections were cut.
    var cuts: Int { made.load(ordering: .relaxed) }

    /// Listens in a folder for connections to the server whose socket is in another.
    init(in folder: String, to server: String, decide: @escaping @Sendable () -> Cut) {
        self.folder = folder
        self.server = server
        self.decide = decide
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        _ = Self.address(folder + "/.s.PGSQL.5432") { bind(self.listener, $0, $1) }
        listen(listener, 64)
        let (listener, serve) = (listener, { @Sendable (client: Int32) in self.serve(client) })
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { serve(client) }
            }
        }
    }

    /// Takes no more connections.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ client: Int32) {
        let upstream = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer {
            close(client)
            close(upstream)
        }
        guard Self.address(server + "/.s.PGSQL.5432", { connect(upstream, $0, $1) }) == 0 else { return }
        var watched = [
            pollfd(fd: client, events: Int16(POLLIN), revents: 0),
            pollfd(fd: upstream, events: Int16(POLLIN), revents: 0),
        ]
        var isAnswerCut = false
        while poll(&watched, 2, -1) > 0 {
            if watched[0].revents != 0 {
                guard let bytes = Self.read(client) else { return }
                let isCommit = Data(bytes).range(of: Data("COMMIT\0".utf8)) != nil
                let cut = isCommit ? decide() : .none
                if cut != .none { made.add(1, ordering: .relaxed) }
                if cut == .before { return }
                guard Self.write(bytes, to: upstream) else { return }
                if cut == .behind { return }
                isAnswerCut = cut == .answer
            }
            if watched[1].revents != 0 {
                guard let bytes = Self.read(upstream), !isAnswerCut, Self.write(bytes, to: client) else { return }
            }
        }
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Calls with the address of a Unix socket.
    static func address(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
#endif
