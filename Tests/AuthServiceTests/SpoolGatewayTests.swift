import AuthService
import Foundation
import Primitives
import Support
import Testing

@Suite struct SpoolGatewayTests {
    private let folder = scratchFolder() + "/spool"

    private func message(_ text: String, to phone: String = "+4915112345678") throws -> TextMessage {
        TextMessage(to: try #require(E164(parsing: phone)), text: text, expires: Instant(ms: 0))
    }

    /// The text of each file, by the file's name.
    private func files() throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try names.reduce(into: [:]) { $0[$1] = try String(contentsOfFile: "\(folder)/\($1)", encoding: .utf8) }
    }

    @Test func `several messages to one number are separate files`() async throws {
        let gateway = try #require(SMSGateway.spool(folder))
        for text in ["first", "second", "first"] { #expect(await gateway.send(try message(text)) == .accepted) }
        #expect(await gateway.send(try message("other", to: "+33612345678")) == .accepted)
        let files = try files()
        #expect(
            files.values.sorted() == [
                "to: +33612345678\n\nother\n", "to: +4915112345678\n\nfirst\n", "to: +4915112345678\n\nfirst\n",
                "to: +4915112345678\n\nsecond\n",
            ])
        #expect(files.keys.count { $0.wholeMatch(of: /4915112345678\.\w{6}\.sms/) != nil } == 3)
    }

    @Test func `a folder that cannot be made gives no gateway`() {
        #expect(SMSGateway.spool("/proc/none") == nil)
    }

    @Test func `a message that cannot be written has failed temporarily`() async throws {
        let gateway = try #require(SMSGateway.spool(folder))
        try FileManager.default.removeItem(atPath: folder)
        #expect(await gateway.send(try message("lost")) == .failedTemporarily)
    }

    @Test func `a message that the disk has no room for has failed temporarily and leaves no file`() async throws {
        await #expect(processExitsWith: .success) {
            let folder = scratchFolder(), gateway = try #require(SMSGateway.spool(folder))
            let number = try #require(E164(parsing: "+4915112345678"))
            let message = TextMessage(to: number, text: String(repeating: "a", count: 200), expires: Instant(ms: 0))
            await withFileSizeLimit(100) { #expect(await gateway.send(message) == .failedTemporarily) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }
}
