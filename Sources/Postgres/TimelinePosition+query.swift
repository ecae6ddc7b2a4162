#if Postgres
public import SQL

/// The query that asks a server for its timeline.
extension TimelinePosition {
    /// Reads the server's current timeline in a transaction.
    public static func read(in transaction: any Transaction) throws -> TimelinePosition {
        guard let row = try transaction.first(query) else {
            throw SQLFault.unavailable("the server did not return its timeline")
        }
        return try TimelinePosition(row)
    }

    /// Reads the timeline number from the name of the log file being written: unlike the number in the last
    /// checkpoint, it is right immediately after a promotion.
    static let query = Statement(
        """
        SELECT c.system_identifier, pg_walfile_name(w.lsn), CAST(pg_wal_lsn_diff(w.lsn, '0/0') AS BIGINT)
        FROM pg_control_system() c, (SELECT pg_current_wal_lsn() AS lsn) w
        """)

    /// Decodes the row that ``query`` returns.
    init(_ row: Row) throws(SQLFault) {
        guard let timeline = UInt32(try row.text(1).prefix(8), radix: 16) else {
            throw .wrongValue(in: 1, expected: "the name of a log file")
        }
        self.init(system: try row.int(0), timeline: timeline, position: try row.int(2))
    }
}
#endif
