import Foundation
import Glibc
import Primitives
import Support
import Synchronization
import Testing

@testable import AuthService

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

    @Test func `an observed gateway shows each message, hands it over and removes old ones as before`() async throws {
        let seen = Mutex<[String]>([])
        let gateway = try #require(SMSGateway.spool(folder)).observed { message in
            seen.withLock { $0.append(message.text) }
        }
        #expect(await gateway.send(try message("first")) == .accepted)
        #expect(seen.withLock { $0 } == ["first"])
        #expect(try files().values.sorted() == ["to: +4915112345678\n\nfirst\n"])
        gateway.removeOld(Instant(ms: 4_000_000_000_000))
        #expect(try files().isEmpty)
    }

    @Test func `a message that nobody has taken is removed after a day, and no other file`() async throws {
        let gateway = try #require(SMSGateway.spool(folder))
        #expect(await gateway.send(try message("old")) == .accepted)
        let name = try #require(try files().keys.first)
        try Data().write(to: URL(filePath: "\(folder)/.4915112345678.abcdef"))
        if geteuid() == 0 {
            // A file of another user stays.
            try Data().write(to: URL(filePath: "\(folder)/4915112345678.foreig.sms"))
            chown("\(folder)/4915112345678.foreig.sms", 12345, 12345)
        }
        let others = [
            "notes.sms", "4915112345678.abcdefg.sms", "4915112345678.abcdef.txt", "123456.abcdef.sms", ".hidden",
        ]
        for other in others { try Data().write(to: URL(filePath: "\(folder)/\(other)")) }
        mkdir("\(folder)/4915112345678.folder.sms", 0o700)
        symlink("notes.sms", "\(folder)/4915112345678.linked.sms")
        let foreign = geteuid() == 0 ? ["4915112345678.foreig.sms"] : []
        let kept = Set(others + foreign + ["4915112345678.folder.sms", "4915112345678.linked.sms"])
        let written = Instant(ms: 1_700_000_000_000)
        for entry in try names() { setTime(of: entry, to: 1_700_000_000) }
        gateway.removeOld(written + .days(1))
        #expect(try names() == kept.union([name, ".4915112345678.abcdef"]))
        gateway.removeOld(written + .days(1) + .seconds(60))
        #expect(try names() == kept)
    }

    @Test func `the background tasks remove old messages, unless the host's clock is not believed`() async throws {
        let fixture = try await AuthServiceFixture(), times = Mutex<[Instant]>([])
        let gateway = SMSGateway(removeOld: { now in times.withLock { $0.append(now) } }) { _ in .accepted }
        fixture.clockStanding.isBelieved = false
        try await fixture.auth.sweep(gateway)
        #expect(times.withLock { $0.isEmpty })
        fixture.clockStanding.isBelieved = true
        let tasks = Task { await fixture.auth.run(gateway: gateway, purger: fixture.inbox.purger) }
        try await waitUntil { times.withLock { $0.first == fixture.clock.now } }
        tasks.cancel()
        await tasks.value
    }

    @Test(arguments: [Int.max, Int.max / 1000, Int.min])
    func `a message with an impossible time harms nothing`(seconds: Int) async throws {
        let gateway = try #require(SMSGateway.spool(folder))
        #expect(await gateway.send(try message("odd")) == .accepted)
        setTime(of: try #require(try names().first), to: seconds)
        gateway.removeOld(Instant(ms: 1_700_000_000_000))
        #expect(try names().count == (seconds < 0 ? 0 : 1))
    }

    private func setTime(of name: String, to seconds: Int) {
        let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, "\(folder)/\(name)", times, AT_SYMLINK_NOFOLLOW) == 0)
    }

    private func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder)) }

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
