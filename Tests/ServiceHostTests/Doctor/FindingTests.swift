import Primitives
import StrictJSON
import Support
import Testing

@testable import ServiceHost

@Suite struct FindingTests {
    private let now = Instant(ms: 1_800_000_000_000)

    @Test func `a finding is one line, and its JSON is read again`() {
        let finding = Finding(.keyFiles, .fault, "first\nsecond")
        #expect(finding.line == "fault    key-files: first; second")
        #expect(Finding(finding.json) == finding)
        #expect(Finding(["name": "of a later version", "severity": "ok", "text": ""]) == nil)
    }

    @Test(
        arguments: [
            (512 << 20, Finding.Severity.ok), (512 << 20 - 1, .warning), (64 << 20, .warning), (64 << 20 - 1, .fault),
            (0, .fault),
        ] as [(UInt64, Finding.Severity)])
    func `the free space is enough from 512 MiB on, and a fault below 64 MiB`(free: UInt64, severity: Finding.Severity)
    {
        #expect(FileFindings.disk(free: free, "/data").severity == severity)
    }

    @Test func `a backup is old after 48 hours`() {
        #expect(FileFindings.backup(now - .hours(48), now: now).severity == .ok)
        #expect(FileFindings.backup(now - .hours(48) - .milliseconds(1), now: now).severity == .warning)
        #expect(FileFindings.backup(nil, now: now).severity == .warning)
    }

    @Test(
        arguments: [(2_000, Finding.Severity.ok), (2_001, .warning), (30_000, .warning), (30_001, .fault)]
            as [(Int64, Finding.Severity)])
    func `the host's clock may differ from the database server's by 2 s, and by 30 s before it is a fault`(
        ms: Int64, severity: Finding.Severity
    ) {
        for server in [now + .milliseconds(ms), now - .milliseconds(ms)] {
            #expect(clock(ClockMeasurement(host: now, server: server)).severity == severity)
        }
    }

    @Test func `the host's clock may be 30 s behind the stored time`() {
        #expect(clock(ClockMeasurement(host: now, stored: now + .seconds(30))).severity == .ok)
        #expect(clock(ClockMeasurement(host: now, stored: now + .milliseconds(30_001))).severity == .fault)
        #expect(clock(ClockMeasurement(host: now)).severity == .ok)
    }

    @Test func `a clock that a start would not believe is a fault, with the line that the start prints`() {
        #expect(clock(ClockMeasurement(host: now, stored: now - .days(3))).severity == .ok)
        let ahead = clock(ClockMeasurement(host: now, stored: now - .days(10)))
        #expect(ahead.severity == .fault)
        #expect(ahead.text.contains("10 days ahead of the latest time in the database"))
        #expect(ahead.text.contains("latchkey-auth time accept"))
    }

    /// The finding with the default of `max-downtime-days`.
    private func clock(_ clocks: ClockMeasurement) -> Finding {
        DatabaseFindings.clockFinding(clocks, clocks.problem(maxDowntime: .days(3)), service: "auth")
    }

    @Test func `a certificate is warned of from 30 days before its end on`() {
        func expiry(_ left: Duration) -> LinkCertificates.Expiry {
            .init(setting: "peer-certificate", file: "/c.pem", end: now + left)
        }
        #expect(!expiry(.days(30)).isNear(at: now))
        #expect(expiry(.days(30) - .milliseconds(1)).isNear(at: now))
    }

    @Test func `a service that may open fewer than 1024 files is warned of`() {
        #expect(ServiceFindings.openFiles(1_024).severity == .ok)
        #expect(ServiceFindings.openFiles(1_023).severity == .warning)
    }

    @Test func `each key file of a running service that is wrong is a fault`() {
        #expect(ServiceFindings.keyFiles([]).map(\.severity) == [.ok])
        let found = ServiceFindings.keyFiles(["one is missing", "two holds another key"])
        #expect(found.map(\.severity) == [.fault, .fault] && found.allSatisfy { $0.name == .keyCanary })
        #expect(found.map(\.text) == ["one is missing", "two holds another key"])
    }

    @Test func `a database that a restore has kept is warned of after 30 days`() throws {
        let folder = scratchFolder()
        let common = try CommonOnly.read(flags: ["data": folder, "database": "sqlite:\(folder)/auth.sqlite"])
        let files = FileFindings(common: common, now: now)
        #expect(files.keptDatabases() == nil)
        #expect(SmallFile.replace("\(folder)/auth.sqlite.before-restore-\((now - .days(30)).ms)", with: []))
        #expect(files.keptDatabases()?.severity == .ok)
        #expect(SmallFile.replace("\(folder)/auth.sqlite.before-restore-\((now - .days(30)).ms - 1)", with: []))
        #expect(files.keptDatabases()?.severity == .warning)
    }

    @Test func `the time of a backup is kept in the data folder`() throws {
        let time = BackupTime(try CommonOnly.read(flags: ["data": scratchFolder()]))
        #expect(time.read() == nil)
        time.write(now)
        #expect(time.read() == now)
    }
}
