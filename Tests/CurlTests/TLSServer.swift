import Foundation
import Support
import Testing

/// `openssl s_server` on a free port. Its folder contains two authorities, `ours` and `theirs`; the first one signs the
/// certificate for `localhost` and one for a client.
final class TLSServer {
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    let folder = scratchFolder()
    let port: Int
    private let server: ChildProcess

    /// - Parameter asksForCertificate: true to serve only clients with a certificate of the authority `ours`.
    init(asksForCertificate: Bool = false) throws {
        let folder = folder
        func key(_ name: String) -> [String] {
            ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "\(folder)/\(name).key"]
        }
        func authority(_ name: String) throws {
            try openssl(["req", "-x509", "-subj", "/CN=\(name)", "-out", "\(folder)/\(name).pem"] + key(name))
        }
        func certificate(_ name: String) throws {
            try openssl(
                [
                    "req", "-x509", "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)", "-addext",
                    "basicConstraints=critical,CA:FALSE", "-CA", "\(folder)/ours.pem", "-CAkey", "\(folder)/ours.key",
                    "-out", "\(folder)/\(name).pem",
                ] + key(name))
        }
        try authority("ours")
        try authority("theirs")
        try certificate("localhost")
        try certificate("client")
        server = try ChildProcess(
            [
                "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "\(folder)/localhost.pem", "-key",
                "\(folder)/localhost.key", "-CAfile", "\(folder)/ours.pem", "-www",
            ] + (asksForCertificate ? ["-Verify", "2", "-verify_return_error"] : []), output: .keptWithErrors)
        var line = server.line()
        while !line.isEmpty && !line.hasPrefix("ACCEPT ") { line = server.line() }
        port = try #require(line.dropLast().split(separator: ":").last.flatMap { Int($0) })
    }

    func stop() { server.kill() }
}

private func openssl(_ arguments: [String]) throws {
    let run = try ChildProcess.run(["openssl"] + arguments)
    try #require(run.status == 0, "\(run.output)")
}
