public import AuthStore
import Cryptography
import Primitives

extension Auth {
    /// The most messages without a report that a driver may have handed on one after the other.
    static let unreportedMessages = 10

    /// The text that names a message in delivery reports: its entry and a tag, which nobody else can compute.
    func reportReference(of entry: OutboxEntryID) -> String {
        Base64URL.encode(entry.bytes + Self.reportTag(of: entry, key: keys.hash.activeKey))
    }

    /// Records a delivery report.
    ///
    /// - Returns: false, without a look at the database, if the reference is not one of this service.
    public func recordReport(_ report: DeliveryReport, reference: String) async throws -> Bool {
        guard let bytes = Base64URL.decode(reference), bytes.count == 32,
            let entry = OutboxEntryID(bytes: bytes[..<16]),
            keys.hash.all.values.contains(where: {
                ConstantTime.equal(Array(bytes[16...]), Self.reportTag(of: entry, key: $0))
            })
        else { return false }
        try await store.recordReport(report, of: entry, at: now)
        return true
    }

    /// Suspends each driver that has handed on messages without getting any report about them.
    func suspendSilentDrivers(_ watch: ReportWatch) async throws {
        for driver in watch.drivers() {
            let due = now - watch.wait
            let silent = try await store.lacksReports(
                driver: driver.name, about: Self.unreportedMessages, from: now - min(driver.since, .hours(1)), to: due)
            if silent { watch.suspend(driver.name) }
        }
    }

    private static func reportTag(of entry: OutboxEntryID, key: Key256) -> [UInt8] {
        Array(HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/delivery-report/1", entry.bytes)).prefix(16))
    }
}
