public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Records a report about a message, unless there is one already. The first report stays.
    public func recordReport(_ report: DeliveryReport, of entry: OutboxEntryID, at now: Instant) async throws {
        guard try await database.read({ try OutboxTable.awaitsReport(entry, in: $0) }) else { return }
        _ = try await database.write { try $0.run(OutboxTable.setReport(report, of: entry, at: now)) }
    }

    /// True if the driver took at least `count` messages in the period and none of the last of them has a report.
    public func lacksReports(
        driver: String, about count: Int, from start: Instant, to end: Instant
    ) async throws -> Bool {
        guard start < end else { return false }
        return try await database.read { transaction in
            let reports = try OutboxTable.lastReports(
                driver: driver, limit: count, from: start, to: end, in: transaction)
            return reports.count == count && !reports.contains(true)
        }
    }

    /// The newest messages with codes, at most `limit`; only those to one number, if it is given.
    public func messages(phone: PhoneIndex?, limit: Int) async throws -> [MessageRecord] {
        try await database.read { try OutboxTable.messages(phone: phone, limit: limit, in: $0) }
    }
}
