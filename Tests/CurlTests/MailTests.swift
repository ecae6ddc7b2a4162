import Glibc
import Synchronization
import Testing

@testable import Curl

@Suite(.timeLimit(.minutes(1))) struct MailTests {
    @Test func `a relay gets sender, recipients and message`() async throws {
        let relay = try Relay()
        let message = "Subject: code\r\n\r\n.123456\r\n"
        var mail = CurlMail(
            through: relay.url, from: "auth@example.org", to: ["a@example.org", "b@example.org"],
            message: Array(message.utf8), tlsRequired: false)
        mail.totalMs = 3_000
        _ = try await CurlClient().send(mail)
        #expect(relay.lines.contains("MAIL FROM:<auth@example.org>"))
        let recipients = relay.lines.filter { $0.hasPrefix("RCPT TO:") }
        #expect(recipients == ["RCPT TO:<a@example.org>", "RCPT TO:<b@example.org>"])
        // A dot at the start of a line is doubled on the wire.
        #expect(relay.lines.suffix(from: relay.lines.firstIndex(of: "Subject: code") ?? 0).contains("..123456"))
    }

    @Test func `a relay without TLS gets nothing when TLS is required`() async throws {
        let relay = try Relay()
        let mail = CurlMail(through: relay.url, from: "a@example.org", to: ["b@example.org"], message: [65])
        await #expect(throws: CurlFault(.tls)) { try await CurlClient().send(mail) }
        #expect(!relay.lines.contains { $0.hasPrefix("MAIL") })
    }

    @Test(arguments: ["a@example.org>\r\nRCPT TO:<x@example.org", "", "a b@example.org", "<a@example.org>"])
    func `an address that could say more than itself is refused`(address: String) async throws {
        let mail = CurlMail(through: "smtp://127.0.0.1:1", from: "a@example.org", to: [address], message: [65])
        await #expect(throws: CurlFault(.unsendable("a mail address holds a character it must not"))) {
            try await CurlClient().send(mail)
        }
    }
}

/// A mail relay that takes everything and remembers the lines it was told; for one connection.
private final class Relay: Sendable {
    let url: String
    private let said = Mutex<[String]>([])

    init() throws {
        let (listener, port) = try listeningOnLoopback()
        url = "smtp://127.0.0.1:\(port)"
        let began = beginThread {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            defer { close(connection) }
            _ = put(connection, "220 relay\r\n")
            var isMessage = false
            while let bytes = get(connection) {
                let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
                self.said.withLock { $0 += lines }
                for line in lines {
                    if isMessage {
                        isMessage = line != "."
                        if !isMessage { _ = put(connection, "250 taken\r\n") }
                    } else if line == "DATA" {
                        isMessage = true
                        _ = put(connection, "354 go on\r\n")
                    } else {
                        _ = put(connection, "250 fine\r\n")
                    }
                }
            }
        }
        try #require(began)
    }

    var lines: [String] { said.withLock { $0 } }
}
