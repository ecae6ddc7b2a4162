import ArgumentParser
import Glibc
import ServiceHost
import Support
import Testing

@Suite struct ServeOptionsTests {
    private static func settings(_ words: String...) throws -> Settings {
        try ServeOptions.parse(words).settings(SettingsTests.registry)
    }

    @Test func `options of the command line are flags, and --set reaches the rest`() throws {
        let settings = try Self.settings(
            "--demo", "--data", "/d", "--listen", "127.0.0.1:1", "--peer-url", "http://a/rpc", "--set", "threads=2",
            "--set", "trusted-proxies=", "--set", "public-url=https://a/rpc?b=c")
        #expect(settings.flag("demo"))
        #expect(settings.text("data") == "/d")
        #expect(settings.text("listen") == "127.0.0.1:1")
        #expect(settings.text("peer-url") == "http://a/rpc")
        #expect(settings.number("threads") == 2)
        #expect(settings.text("trusted-proxies") == "")
        #expect(settings.text("public-url") == "https://a/rpc?b=c")
    }

    @Test func `a file is read, and its absence is one line`() throws {
        let path = scratchFolder() + "/settings.json"
        let file = try #require(fopen(path, "w"))
        fputs(#"{"threads": 3, "readers": 7}"#, file)
        fclose(file)
        let settings = try Self.settings("--config", path, "--set", "readers=8")
        #expect(settings.number("threads") == 3 && settings.number("readers") == 8)
        let fault = #expect(throws: SettingsFault.self) { try Self.settings("--config", path + "x") }
        #expect(fault?.description == "the settings file \(path)x cannot be read")
    }

    @Test func `--set without a value is one line`() {
        let fault = #expect(throws: SettingsFault.self) { try Self.settings("--set", "threads") }
        #expect(fault?.description == "--set takes key=value, not \"threads\"")
    }
}
