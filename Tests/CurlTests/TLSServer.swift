import Foundation
import Support
import Testing

/// `openssl s_server` on a free port, with an authority, a certificate for `localhost` and one for a client.
final class TLSServer {
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    let folder = scratchFolder()
    let port: Int
    private let server: Process

    /// With `asksForCertificate` only clients that show one of the authority's are served.
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
        server = Process()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        server.arguments =
            [
                "s_server", "-accept", "127.0.0.1:0", "-cert", "\(folder)/localhost.pem", "-key",
                "\(folder)/localhost.key", "-CAfile", "\(folder)/ours.pem", "-www",
            ] + (asksForCertificate ? ["-Verify", "2", "-verify_return_error"] : [])
        let output = Pipe()
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        try server.run()
        var text = ""
        while !text.contains("ACCEPT 127.0.0.1:") || !text.hasSuffix("\n") {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            text += String(decoding: more, as: UTF8.self)
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
        port = try #require(line?.split(separator: ":").last.flatMap { Int($0) })
    }

    func stop() {
        // A child inherits the signals its parent's thread has blocked, SIGTERM among them.
        kill(server.processIdentifier, SIGKILL)
    }
}

private func openssl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
}
