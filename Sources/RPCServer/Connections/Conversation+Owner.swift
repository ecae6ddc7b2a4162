import Glibc
import Logging
import NIOCore

extension Conversation {
    /// Closes a Unix-socket connection whose other end is neither our own user nor root.
    ///
    /// The file's mode says the same, but only the kernel's word about the peer holds whatever the folder's rights are.
    func checkOwner(of channel: any Channel) {
        guard let socket = channel as? any SocketOptionProvider, let me else { return close() }
        let credentials: EventLoopFuture<PeerCredentials> = socket.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        credentials.whenComplete { answer in
            switch answer {
            case .success(let peer) where peer.uid == geteuid() || peer.uid == 0: break
            case .success, .failure:
                me.value.house.logger.warning("a caller of another user was turned away at the Unix socket")
                me.value.close()
            }
        }
    }
}

/// Linux's `struct ucred`, which Glibc's module leaves out: what SO_PEERCRED answers (unix(7)).
private struct PeerCredentials: Sendable {
    var pid: Int32 = 0
    var uid: UInt32 = .max
    var gid: UInt32 = .max
}
