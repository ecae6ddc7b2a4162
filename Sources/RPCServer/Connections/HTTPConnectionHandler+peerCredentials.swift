import Glibc
import Logging
import NIOCore

extension HTTPConnectionHandler {
    /// Closes a Unix-socket connection unless its client runs as this process's user or as root.
    ///
    /// The mode of the socket file demands the same. The kernel's credentials of the client (`SO_PEERCRED`) are checked
    /// as well, because they do not depend on the permissions of the file and its folder.
    func checkPeerCredentials(of channel: any Channel) {
        guard let socket = channel as? any SocketOptionProvider, let loopBound else {
            return process(.failed(.transport))
        }
        let credentials: EventLoopFuture<PeerCredentials> = socket.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        credentials.whenComplete { result in
            switch result {
            case .success(let peer) where peer.uid == geteuid() || peer.uid == 0: break
            case .success, .failure:
                loopBound.value.server.logger.warning(
                    "closed a Unix socket connection: its client is neither this service's user nor root, or unknown")
                loopBound.value.process(.failed(.transport))
            }
        }
    }
}

/// Linux's `struct ucred` (unix(7)), the value of `SO_PEERCRED`, which Swift's Glibc module lacks.
private struct PeerCredentials: Sendable {
    var pid: Int32 = 0
    var uid: UInt32 = .max
    var gid: UInt32 = .max
}
