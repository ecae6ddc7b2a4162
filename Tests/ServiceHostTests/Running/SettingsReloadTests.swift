import Testing

@testable import ServiceHost

/// The comparison of settings at SIGHUP; the end-to-end checks send the signal to running services.
@Suite struct SettingsReloadTests {
    private func settings(_ flags: [String: String]) throws -> ServiceSettings {
        var reader = try SettingReader(flags: flags)
        _ = try CommonOnly(&reader)
        return ServiceSettings(
            values: reader.values, liveKeys: Set(reader.declared.filter(\.isLive).map(\.key)),
            readAgain: { () throws(SettingsFault) in throw SettingsFault("not read") })
    }

    @Test func `changed settings are told apart by whether they need a restart`() throws {
        let old = try settings(["threads": "2", "log-level": "debug"])
        let new = try settings(["threads": "3", "log-level": "error", "drain-seconds": "1"])
        let changes = old.changes(in: new.values)
        #expect(changes.live == ["drain-seconds", "log-level"])
        #expect(changes.needingRestart == ["threads"])
        let same = new.changes(in: new.values)
        #expect(same.live.isEmpty && same.needingRestart.isEmpty)
    }
}
