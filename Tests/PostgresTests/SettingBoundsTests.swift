#if Postgres
import SQL
import Testing

@testable import Postgres

struct SettingBoundsTests {
    /// Changes the default settings and returns the fault of their check; nil if they are in their bounds.
    private func fault(_ change: (inout PostgresSettings) -> Void) -> String? {
        var settings = PostgresSettings(url: "postgres://host/name")
        change(&settings)
        do throws(SQLFault) {
            try settings.check()
            return nil
        } catch { return "\(error)" }
    }

    @Test func `a timeout may be as short and as long as its bounds, and no more`() {
        let second = Duration.seconds(1), hour = second * 3_600, step = Duration.nanoseconds(1)
        let timeouts: [(String, WritableKeyPath<PostgresSettings, Duration>, ClosedRange<Duration>)] = [
            ("connectTimeout", \.connectTimeout, .milliseconds(100)...second * 10),
            ("statementTimeout", \.statementTimeout, .milliseconds(100)...hour),
            ("lockTimeout", \.lockTimeout, .milliseconds(10)...hour),
            ("idleTimeout", \.idleTimeout, .milliseconds(100)...hour),
            ("waitLimit", \.waitLimit, .milliseconds(10)...second * 60),
        ]
        for (name, timeout, bounds) in timeouts {
            for value in [bounds.lowerBound, bounds.upperBound] {
                #expect(fault { $0[keyPath: timeout] = value } == nil, "\(name) \(value)")
            }
            for value in [bounds.lowerBound - step, bounds.upperBound + step] {
                #expect(fault { $0[keyPath: timeout] = value }?.contains(name) == true, "\(name) \(value)")
            }
        }
    }

    @Test(arguments: [(0, false), (1, true), (64, true), (65, false)])
    func `a pool has 1 to 64 connections`(size: Int, isValid: Bool) {
        #expect((fault { $0.poolSize = size } == nil) == isValid)
    }

    @Test(arguments: [(1, 1), (4, 1), (7, 1), (8, 2), (64, 2)])
    func `reads of single statements share one connection, or two from a pool of 8 on`(size: Int, shared: Int) {
        var settings = PostgresSettings(url: "postgres://host/name")
        settings.poolSize = size
        #expect(settings.pointReadConnections == shared)
        settings.preparesStatements = false
        #expect(settings.pointReadConnections == 0)
    }

    @Test(arguments: [("", false), ("a", true), ("ä", true), (long, true), ("b" + long, false)])
    func `the name of the connections has 1 to 63 bytes`(name: String, isValid: Bool) {
        #expect((fault { $0.applicationName = name } == nil) == isValid)
    }

    /// A name of 32 characters and 63 bytes.
    private static let long = "a" + String(repeating: "ä", count: 31)
}
#endif
