import ServiceHost
import Testing

@Suite struct SettingsTests {
    static let registry =
        CommonSettings.registry(
            name: "latchkey-auth", listen: "127.0.0.1:7601", internalListen: "127.0.0.1:7621",
            operationsListen: "127.0.0.1:7611", peer: "http://127.0.0.1:7622/rpc")

    private static func read(
        file: String? = nil, environment: [String: String] = [:], flags: [String: String] = [:]
    ) throws(SettingsFault) -> Settings {
        try Settings(
            registry, file: file.map { ("/etc/latchkey.json", Array($0.utf8)) }, environment: environment, flags: flags)
    }

    @Test func `what nobody says is as the registry has it`() throws {
        let settings = try Self.read()
        #expect(settings.text("listen") == "127.0.0.1:7601")
        #expect(settings.number("drain-seconds") == 5)
        #expect(settings.flag("call-log") && !settings.flag("demo"))
        #expect(settings.text("public-url") == nil)
    }

    @Test func `a flag stands over the environment, and the environment over the file`() throws {
        let file = #"{"threads": 1, "readers": 2, "drain-seconds": 3, "demo": true, "log-level": "error"}"#
        let environment = [
            "LATCHKEY_READERS": "20", "LATCHKEY_DRAIN_SECONDS": "30", "PATH": "/bin", "LATCHKEY_SEED": "7",
        ]
        let settings = try Self.read(file: file, environment: environment, flags: ["drain-seconds": "6"])
        #expect(settings.number("threads") == 1)
        #expect(settings.number("readers") == 20)
        #expect(settings.number("drain-seconds") == 6)
        #expect(settings.flag("demo"))
        #expect(settings.text("log-level") == "error")
    }

    @Test(arguments: [
        (#"{"peer-url": "http://a:1"}"#, "/etc/latchkey.json: \"peer-url\" must be http://host:port/rpc"),
        (#"{"peer-url": "http://a:1/rpc?x"}"#, "/etc/latchkey.json: \"peer-url\" must be http://host:port/rpc"),
        (#"{"threads": 65}"#, "/etc/latchkey.json: \"threads\" must be a whole number from 0 to 64"),
        (#"{"threads": "many"}"#, "/etc/latchkey.json: \"threads\" must be a whole number from 0 to 64"),
        (#"{"threads": 1.5}"#, "/etc/latchkey.json: \"threads\" must be a whole number from 0 to 64"),
        (#"{"threads": -1}"#, "/etc/latchkey.json: \"threads\" must be a whole number from 0 to 64"),
        (#"{"threads": null}"#, "/etc/latchkey.json: \"threads\" must be a text, a number, true or false"),
        (#"{"threads": [1]}"#, "/etc/latchkey.json: \"threads\" must be a text, a number, true or false"),
        (#"{"demo": 1}"#, "/etc/latchkey.json: \"demo\" must be true or false"),
        (#"{"log-format": "xml"}"#, "/etc/latchkey.json: \"log-format\" must be one of text, json"),
        (#"{"listen": "here"}"#, "/etc/latchkey.json: \"listen\" must be host:port, [address]:port or unix:PATH"),
        (
            #"{"trusted-proxies": "10.0.0.0/8, proxy"}"#,
            "/etc/latchkey.json: \"trusted-proxies\" must be addresses or blocks such as 10.0.0.0/8, by comma"
        ),
        (#"{"thread": 1}"#, "/etc/latchkey.json: there is no setting \"thread\": did you mean threads?"),
        (#"{"x": 1}"#, "/etc/latchkey.json: there is no setting \"x\""),
        (
            #"{"threads": 1, "threads": 2}"#,
            "/etc/latchkey.json is not strict JSON, at byte 15: The member \"threads\" appears twice."
        ),
        ("[]", "/etc/latchkey.json is not a JSON object of settings"),
    ])
    func `a file that is wrong is refused in one line`(file: String, line: String) {
        let fault = #expect(throws: SettingsFault.self) { try Self.read(file: file) }
        #expect(fault?.description == line)
    }

    @Test(arguments: [
        ("LATCHKEY_THREADS", "65", "LATCHKEY_THREADS must be a whole number from 0 to 64"),
        ("LATCHKEY_THREAD", "1", "the environment has LATCHKEY_THREAD, and there is no such setting: unset it"),
        ("LATCHKEY_DEMO", "yes", "LATCHKEY_DEMO must be true or false"),
        ("LATCHKEY_LOG_LEVEL", "loud", "LATCHKEY_LOG_LEVEL must be one of debug, info, notice, warning, error"),
    ])
    func `an environment that is wrong is refused in one line`(name: String, value: String, line: String) {
        let fault = #expect(throws: SettingsFault.self) { try Self.read(environment: [name: value]) }
        #expect(fault?.description == line)
    }

    @Test(arguments: [
        ("readers", "0", "--readers must be a whole number from 1 to 64"),
        ("operations-listen", "7611", "--operations-listen must be host:port, [address]:port or unix:PATH"),
        ("reader", "1", "there is no setting --reader: did you mean readers?"),
    ])
    func `a flag that is wrong is refused in one line`(key: String, value: String, line: String) {
        let fault = #expect(throws: SettingsFault.self) { try Self.read(flags: [key: value]) }
        #expect(fault?.description == line)
    }

    @Test(arguments: [("threads", "0"), ("threads", "64"), ("drain-seconds", "60"), ("readers", "1")])
    func `bounds belong to what is allowed`(key: String, value: String) throws {
        #expect(try Self.read(flags: [key: value]).text(key) == value)
    }

    @Test func `every default keeps its own bounds, and has a sentence`() throws {
        for setting in Self.registry {
            if let absent = setting.absent { _ = try Self.read(flags: [setting.key: absent]) }
            #expect(setting.help.hasSuffix("."))
        }
        #expect(Set(Self.registry.map(\.key)).count == Self.registry.count)
    }
}
