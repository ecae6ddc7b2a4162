import Logging
import Testing

@testable import ServiceHost

@Suite struct SettingReaderTests {
    @Test func `a setting that is not given has its default`() throws {
        let common = try CommonOnly.read()
        #expect("\(common.listen)" == "127.0.0.1:7601")
        #expect(common.drain == .seconds(5))
        #expect(common.logsCalls && !common.isDemo)
        #expect(common.databasePasswordFile == nil && common.database == .sqlite(path: "data/auth.sqlite"))
    }

    @Test func `a flag wins over the environment, and the environment over the file`() throws {
        let file = #"{"threads": 1, "readers": 2, "drain-seconds": 3, "demo": true, "log-level": "error"}"#
        let environment = [
            "LATCHKEY_READERS": "20", "LATCHKEY_DRAIN_SECONDS": "30", "PATH": "/bin", "LATCHKEY_SEED": "7",
        ]
        let common = try CommonOnly.read(file: file, environment: environment, flags: ["drain-seconds": "6"])
        #expect(common.eventLoops == 1)
        #expect(common.readers == 20)
        #expect(common.drain == .seconds(6))
        #expect(common.isDemo)
        #expect(common.logLevel == .error)
    }

    @Test(arguments: [
        (
            #"{"peer-url": "http://a:1"}"#,
            "/etc/latchkey.json: \"peer-url\" must be http://host:port/rpc, https://host:port/rpc or unix:PATH"
        ),
        (
            #"{"peer-url": "http://a:1/rpc?x"}"#,
            "/etc/latchkey.json: \"peer-url\" must be http://host:port/rpc, https://host:port/rpc or unix:PATH"
        ),
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
            "/etc/latchkey.json: \"trusted-proxies\" must be addresses or blocks such as 10.0.0.0/8, separated by commas, or none"
        ),
        (#"{"thread": 1}"#, "/etc/latchkey.json: there is no setting \"thread\": did you mean threads?"),
        (#"{"x": 1}"#, "/etc/latchkey.json: there is no setting \"x\""),
        (#"{"th": 1}"#, "/etc/latchkey.json: there is no setting \"th\""),
        (#"{"thr": 1}"#, "/etc/latchkey.json: there is no setting \"thr\": did you mean threads?"),
        (
            #"{"threads": 1, "threads": 2}"#,
            "/etc/latchkey.json is not strict JSON, at byte 15: The member \"threads\" appears twice."
        ),
        ("[]", "/etc/latchkey.json is not a JSON object of settings"),
    ])
    func `an invalid file is refused in one line`(file: String, line: String) {
        let fault = #expect(throws: SettingsFault.self) { try CommonOnly.read(file: file) }
        #expect(fault?.description == line)
    }

    @Test(arguments: [
        ("LATCHKEY_THREADS", "65", "LATCHKEY_THREADS must be a whole number from 0 to 64"),
        ("LATCHKEY_THREAD", "1", "the environment has LATCHKEY_THREAD, and there is no such setting: unset it"),
        ("LATCHKEY_DEMO", "yes", "LATCHKEY_DEMO must be true or false"),
        ("LATCHKEY_LOG_LEVEL", "loud", "LATCHKEY_LOG_LEVEL must be one of debug, info, notice, warning, error"),
    ])
    func `an invalid environment is refused in one line`(name: String, value: String, line: String) {
        let fault = #expect(throws: SettingsFault.self) { try CommonOnly.read(environment: [name: value]) }
        #expect(fault?.description == line)
    }

    @Test(arguments: [
        ("readers", "0", "--set readers=VALUE must be a whole number from 1 to 64"),
        ("readers", "65", "--set readers=VALUE must be a whole number from 1 to 64"),
        ("database-pool", "0", "--set database-pool=VALUE must be a whole number from 1 to 64"),
        ("database-pool", "65", "--set database-pool=VALUE must be a whole number from 1 to 64"),
        ("drain-seconds", "61", "--set drain-seconds=VALUE must be a whole number from 0 to 60"),
        ("operations-listen", "7611", "--set operations-listen=VALUE must be host:port, [address]:port or unix:PATH"),
        ("reader", "1", "--set reader=VALUE: there is no such setting: did you mean readers?"),
    ])
    func `an invalid flag is refused in one line`(key: String, value: String, line: String) {
        let fault = #expect(throws: SettingsFault.self) { try CommonOnly.read(flags: [key: value]) }
        #expect(fault?.description == line)
    }

    @Test(arguments: [
        ("threads", "0"), ("threads", "64"), ("drain-seconds", "0"), ("drain-seconds", "60"), ("readers", "1"),
        ("readers", "64"), ("database-pool", "1"), ("database-pool", "64"),
    ])
    func `values at the bounds are accepted`(key: String, value: String) throws {
        _ = try CommonOnly.read(flags: [key: value])
    }

    @Test(arguments: ["sqlite:", "auth.sqlite", "mysql://u:secret@h/d", "POSTGRES://h/d"])
    func `a database address that is refused is not repeated, because it may contain a password`(text: String) {
        let fault = #expect(throws: SettingsFault.self) { try CommonOnly.read(flags: ["database": text]) }
        #expect(fault?.description == "--set database=VALUE must be sqlite:PATH or postgres://user@host/name")
    }

    @Test func `every setting is declared once, with a help text that ends with a period`() throws {
        let settings = try CommonOnly.declarations()
        #expect(settings.allSatisfy { $0.help.hasSuffix(".") })
        #expect(settings.count == 28 && Set(settings.map(\.key)).count == settings.count)
    }

    @Test func `every default text that is not empty is a valid value`() throws {
        for setting in try CommonOnly.declarations() where !setting.defaultText.isEmpty {
            _ = try CommonOnly.read(flags: [setting.key: setting.defaultText])
        }
    }
}
