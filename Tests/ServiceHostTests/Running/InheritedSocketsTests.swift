import Glibc
import RPCServer
import Testing

@testable import ServiceHost

@Suite struct InheritedSocketsTests {
    /// The descriptor numbers are ones that no open file has, because the initialiser sets FD_CLOEXEC on each.
    private static func sockets(_ names: String?, count: String = "1", process: String = "\(getpid())") throws
        -> InheritedSockets
    {
        try InheritedSockets(firstDescriptor: 1 << 24) {
            ["LISTEN_PID": process, "LISTEN_FDS": count, "LISTEN_FDNAMES": names][$0] ?? nil
        }
    }

    private func refusal(_ names: String?, count: String = "1") -> String? {
        do {
            _ = try Self.sockets(names, count: count)
            return nil
        } catch { return "\(error)" }
    }

    @Test func `sockets for another process, or none, are ignored`() throws {
        let address = ServerAddress.tcp(host: "127.0.0.1", port: 1)
        for sockets in [
            try InheritedSockets { _ in nil }, try Self.sockets("listen", process: "1"),
            try Self.sockets("x", count: "0"),
            try Self.sockets("x", count: "many"),
        ] {
            #expect(try sockets.descriptor(for: "listen", listeningOn: address) == nil)
        }
    }

    @Test func `each socket has the name of a setting, once`() {
        #expect(refusal("listen", count: "2")?.contains("passes 2 sockets without a name for each") == true)
        #expect(refusal(nil)?.contains("socket named \"\"") == true)
        #expect(
            refusal("latchkey-auth.socket")?.contains("must be one of listen, internal-listen, operations-listen")
                == true)
        #expect(refusal("listen:listen", count: "2")?.contains("socket named \"listen\"") == true)
        #expect(refusal("listen:internal-listen:operations-listen", count: "3") == nil)
    }

    @Test func `a socket is taken if it listens on the address of the setting`() throws {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                try #require(bind(file, generic, size) == 0 && getsockname(file, generic, &size) == 0)
            }
        }
        let sockets = try InheritedSockets(firstDescriptor: file) {
            ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "listen"][$0]
        }
        let port = Int(UInt16(bigEndian: address.sin_port))
        let right = ServerAddress.tcp(host: "127.0.0.1", port: port)
        #expect(throws: SettingsFault.self) { try sockets.descriptor(for: "listen", listeningOn: right) }
        try #require(listen(file, 8) == 0)
        #expect(try sockets.descriptor(for: "listen", listeningOn: right) == file)
        #expect(try sockets.descriptor(for: "internal-listen", listeningOn: right) == nil)
        for wrong: ServerAddress in [
            .tcp(host: "127.0.0.1", port: port ^ 1), .tcp(host: "0.0.0.0", port: port), .unix(path: "/s"),
        ] {
            let fault = #expect(throws: SettingsFault.self) {
                try sockets.descriptor(for: "listen", listeningOn: wrong)
            }
            #expect(fault?.description.contains("listens on \(right), and the setting is \(wrong)") == true)
        }
        #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0)
    }
}
