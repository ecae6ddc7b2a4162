import Testing

@testable import ServiceHost

@Suite struct SettingMistakesTests {
    private func lines(file: String? = nil, environment: [String: String] = [:], flags: [String: String] = [:])
        -> [String]
    {
        do throws(SettingsFault) {
            _ = try CommonOnly.read(file: file, environment: environment, flags: flags)
            return []
        } catch { return error.lines }
    }

    @Test func `every mistake of file, environment and command line is a line of its own`() {
        let found = lines(
            file: #"{"threads": 65, "thread": 1}"#, environment: ["LATCHKEY_READERS": "0", "LATCHKEY_X": "1"],
            flags: ["drain-seconds": "61", "log-level": "loud"])
        #expect(
            found == [
                "/etc/latchkey.json: \"threads\" must be a whole number from 0 to 64",
                "LATCHKEY_READERS must be a whole number from 1 to 64",
                "--set drain-seconds=VALUE must be a whole number from 0 to 60",
                "--set log-level=VALUE must be one of debug, info, notice, warning, error",
                "/etc/latchkey.json: there is no setting \"thread\": did you mean threads?",
                "the environment has LATCHKEY_X, and there is no such setting: unset it",
            ])
    }

    @Test func `a rule about several settings is silent while one of them has a wrong value`() {
        #expect(lines(flags: ["peer-url": "http://10.0.0.7:1/rpc"]).count == 1)
        #expect(
            lines(flags: ["peer-url": "http://10.0.0.7:1/rpc", "peer-network-trusted": "yes"])
                == ["--set peer-network-trusted=VALUE must be true or false"])
        #expect(lines(flags: ["peer-certificate": "/c"]).count == 1)
    }

    @Test func `each rule of a demonstration that is broken is reported`() {
        let flags = ["demo": "true", "listen": "0.0.0.0:1", "operations-listen": "10.0.0.1:2"]
        #expect(lines(flags: flags).count == 2)
    }

    @Test func `a wrong value in one place is reported although another place has a right one`() {
        #expect(lines(file: #"{"threads": 65}"#, flags: ["threads": "1"]).count == 1)
    }

    @Test func `the value and origin of each setting are those of the place that wins`() throws {
        let reader = try SettingReader(
            file: ("/f", Array(#"{"threads": 1, "readers": 2}"#.utf8)), environment: ["LATCHKEY_READERS": "3"],
            flags: ["database": "postgres://u:hunter2@h/d"])
        let values = try CommonOnly.read(reader).values
        func value(_ key: String) throws -> SettingValue { try #require(values.first { $0.key == key }) }
        #expect(try value("threads").origin == "/f" && value("threads").shown == "1")
        #expect(try value("readers").origin == "LATCHKEY_READERS" && value("readers").shown == "3")
        #expect(try value("log-level").origin == nil && value("log-level").shown == "info")
        #expect(try !value("database").shown.contains("hunter2") && value("database").origin == "command line")
        #expect(values.map(\.key) == (try CommonOnly.declarations().map(\.key)))
    }

    @Test func `the settings that SIGHUP replaces are log level, drain time, and files and keys of the link`() throws {
        #expect(
            try CommonOnly.declarations().filter(\.isLive).map(\.key).sorted() == [
                "drain-seconds", "internal-certificate", "internal-client-ca", "internal-key", "log-level", "peer-ca",
                "peer-certificate", "peer-key", "service-key",
            ])
    }
}
