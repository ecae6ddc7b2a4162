import Domain
import Primitives
import SQL

/// Statements on the messages of `outbox`: the driver that took each, and the report about its delivery.
extension OutboxTable {
    /// What `report` holds while it is not known whether the gateway took the message.
    private static let unknown = MessageState.unknown.rawValue

    static func note(_ handover: MessageHandover, of entry: OutboxEntryID) -> Statement {
        Statement(
            """
            UPDATE outbox SET driver = $2, recipient = $3, accepted = $4, report = COALESCE(report, $5), recipient_key = $6
            WHERE id = $1
            """,
            .identifier(entry), .textOrNull(handover.driver), .bytes(handover.recipient.bytes),
            .instantOrNull(handover.acceptedAt), .textOrNull(handover.isUnknown ? unknown : nil),
            .int(handover.recipient.key))
    }

    static func awaitsReport(_ entry: OutboxEntryID, in transaction: any Transaction) throws -> Bool {
        try transaction.first(
            Statement(
                "SELECT 1 FROM outbox WHERE id = $1 AND kind = 'sms' AND (report IS NULL OR report = $2)",
                .identifier(entry), .text(unknown))) != nil
    }

    static func setReport(_ report: DeliveryReport, of entry: OutboxEntryID, at now: Instant) -> Statement {
        Statement(
            """
            UPDATE outbox SET report = $2, reported = $3
            WHERE id = $1 AND kind = 'sms' AND (report IS NULL OR report = $4)
            """,
            .identifier(entry), .enumValue(report), .instant(now), .text(unknown))
    }

    /// For each of the last messages that a driver took in a period, newest first: true if it has a report.
    static func lastReports(
        driver: String, limit: Int, from start: Instant, to end: Instant, in transaction: any Transaction
    ) throws -> [Bool] {
        try transaction.run(
            Statement(
                """
                SELECT reported FROM outbox WHERE driver = $1 AND accepted >= $2 AND accepted < $3
                ORDER BY accepted DESC LIMIT $4
                """, .text(driver), .instant(start), .instant(end), .int(limit))
        ).map { try $0.instantOrNil(0) != nil }
    }

    static func messages(
        phone: PhoneIndex?, limit: Int, in transaction: any Transaction
    ) throws -> [MessageRecord] {
        let statement =
            if let phone {
                Statement(
                    """
                    SELECT \(MessageRecord.columns) FROM outbox WHERE challenge IN
                        (SELECT id FROM otp_challenge WHERE \(PhoneIndex.isOfNumber))
                    ORDER BY created DESC, id LIMIT $3
                    """, values: phone.values + [.int(limit)])
            } else {
                Statement(
                    """
                    SELECT \(MessageRecord.columns) FROM outbox WHERE kind = 'sms'
                    ORDER BY created DESC, id LIMIT $1
                    """, .int(limit))
            }
        return try transaction.run(statement).map { try MessageRecord($0) }
    }
}
