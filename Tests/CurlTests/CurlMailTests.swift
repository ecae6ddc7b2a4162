import Glibc
import Support
import Testing

@testable import Curl

@Suite(.timeLimit(.minutes(5))) struct CurlMailTests {
    private func fault(_ url: String, _ mail: CurlMail) async throws -> CurlFault {
        var request = CurlRequest(url, body: Array("Subject: a\r\n\r\nb\r\n".utf8), connectMs: 500, totalMs: 1000)
        request.mail = mail
        do throws(CurlFault) {
            let answer = try await CurlClient().send(request)
            Issue.record("answered with \(answer.status)")
            return CurlFault(.cancelled)
        } catch { return error }
    }

    @Test(arguments: ["", "a b@c", "a@b>", "<a@b", "a@b\r\nRCPT TO:<c@d>", "a@b\0"])
    func `an address that could add a command is never sent`(address: String) async throws {
        for mail in [CurlMail(sender: address, recipient: "a@b"), CurlMail(sender: "a@b", recipient: address)] {
            let fault = try await fault("smtp://127.0.0.1:1", mail)
            guard case .unsendable = fault.reason else {
                Issue.record("\(fault)")
                continue
            }
        }
    }

    @Test func `a mail is sent by smtp only, and other requests never by smtp`() async throws {
        let mail = CurlMail(sender: "a@b", recipient: "c@d")
        let server = try LocalServer { _ in .answer() }
        #expect(try await !fault(server.url, mail).mayHaveBeenSent)
        #expect(server.received.isEmpty)
        do throws(CurlFault) {
            _ = try await CurlClient().send(CurlRequest("smtp://127.0.0.1:1"))
            Issue.record("sent")
        } catch { #expect(!error.mayHaveBeenSent) }
    }

    @Test func `a mail that no server takes was certainly not sent`() async throws {
        let (listener, port) = try listeningOnLoopback()
        close(listener)
        let fault = try await fault("smtp://127.0.0.1:\(port)", CurlMail(sender: "a@b", recipient: "c@d"))
        #expect(fault == CurlFault(.connect, mayHaveBeenSent: false))
    }
}
