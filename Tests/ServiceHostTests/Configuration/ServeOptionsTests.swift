import ArgumentParser
import Glibc
import Logging
import Support
import Testing

@testable import ServiceHost

@Suite struct ServeOptionsTests {
    private static func configuration(_ words: String...) throws -> CommonConfiguration {
        try CommonOnly(reading: try ServeOptions.parse(words).reader()).common
    }

    @Test func `a setting is given by its own option, or by --set if it has none`() throws {
        let common = try Self.configuration(
            "--demo", "--data", "/d", "--listen", "127.0.0.1:1", "--peer-url", "unix:/a", "--set", "threads=2",
            "--set", "trusted-proxies=", "--set", "database=postgres://a@b/c?d=e")
        #expect(common.isDemo)
        #expect(common.dataFolder.path == "/d")
        #expect("\(common.listen)" == "127.0.0.1:1")
        #expect(common.link.peer == .unix(path: "/a"))
        #expect(common.eventLoops == 2)
        #expect(common.trustedProxies.isEmpty)
        #expect(common.database == .postgres(url: "postgres://a@b/c?d=e"))
    }

    @Test(
        arguments: [
            ("10.0.0.0/8", nil), ("10.0.0.0/8, 0.0.0.0/7", "0.0.0.0/7"), ("2001::/16", nil), ("2000::/15", "2000::/15"),
        ] as [(String, String?)])
    func `proxies in a block wider than /8 or /16 are refused without demo`(proxies: String, refused: String?) throws {
        let words = ["--data", "/d", "--set", "trusted-proxies=\(proxies)"]
        #expect(try CommonOnly(reading: try ServeOptions.parse(["--demo"] + words).reader()).common.namesProxies)
        guard let refused else {
            _ = try CommonOnly(reading: try ServeOptions.parse(words).reader())
            return
        }
        let fault = #expect(throws: SettingsFault.self) {
            try CommonOnly(reading: try ServeOptions.parse(words).reader())
        }
        #expect(fault?.description.contains("trusted-proxies=… must name the proxies: \(refused) is wider") == true)
    }

    @Test func `a setting that is not given has its default`() throws {
        let common = try Self.configuration("--data", "/d")
        #expect(common.readers == 4)
        #expect(common.databasePool == 8)
        #expect(common.preparesStatements)
        #expect(common.eventLoops == 0)
        #expect(common.drain == .seconds(5))
        #expect(common.logLevel == .info && common.logFormat == .text && common.logsCalls)
        #expect(!common.isDemo)
    }

    @Test func `a settings file is read, and a missing one is named in one line`() throws {
        let path = scratchFolder() + "/settings.json"
        let file = try #require(fopen(path, "w"))
        fputs(#"{"threads": 3, "readers": 7}"#, file)
        fclose(file)
        let common = try Self.configuration("--config", path, "--set", "readers=8")
        #expect(common.eventLoops == 3 && common.readers == 8)
        let fault = #expect(throws: SettingsFault.self) { try Self.configuration("--config", path + "x") }
        #expect(fault?.description == "the settings file \(path)x cannot be read")
    }

    @Test(arguments: [(0o604, true), (0o640, true), (0o602, false), (0o620, false)] as [(mode_t, Bool)])
    func `a settings file that others could change is refused`(mode: mode_t, isAllowed: Bool) throws {
        let path = scratchFolder() + "/settings.json"
        let file = try #require(fopen(path, "w"))
        fputs(#"{"threads": 3}"#, file)
        fclose(file)
        chmod(path, mode)
        if isAllowed {
            #expect(try Self.configuration("--config", path).eventLoops == 3)
        } else {
            let fault = #expect(throws: SettingsFault.self) { try Self.configuration("--config", path) }
            #expect(fault?.description == "the settings file \(path) can be changed by others: chmod go-w \(path)")
        }
    }

    @Test func `--set without a value is refused in one line`() {
        let fault = #expect(throws: SettingsFault.self) { try Self.configuration("--set", "threads") }
        #expect(fault?.description == "--set takes key=value, not \"threads\"")
    }
}
