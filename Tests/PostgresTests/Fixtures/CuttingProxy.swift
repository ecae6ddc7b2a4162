#if Postgres
import Foundation
import Synchronization

/// A proxy on a Unix socket that closes connections around their `COMMIT`, as the test decides.
final class CuttingProxy: Sendable {
    /// The ways in which the proxy treats a commit.
    enum Cut: CaseIterable {
        /// Forwards the commit and its answer.
        case none
        /// Closes the connection without forwarding the commit.
        case before
        /// Forwards the commit and closes the connection at once.
        case after
        /// Forwards the commit, waits for its answer and closes the connection without forwarding the answer.
        case answer
    }

    /// The folder of the proxy's socket, to be used as the host.
    let folder: String
    private let server: String
    private let listener: Int32
    private let decide: @Sendable () -> Cut
    private let cutCount = Atomic(0)

    /// The number of connections that have been closed on purpose.
    var cuts: Int { cutCount.load(ordering: .relaxed) }

    /// - Parameters:
    ///   - folder: where the proxy's socket is created.
    ///   - server: the folder of the server's socket.
    ///   - decide: called for each commit.
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

    /// Stops accepting connections.
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
                if cut != .none { cutCount.add(1, ordering: .relaxed) }
                if cut == .before { return }
                guard Self.write(bytes, to: upstream) else { return }
                if cut == .after { return }
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

    /// Calls a closure with the address of a Unix socket.
    static func address(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
#endif
