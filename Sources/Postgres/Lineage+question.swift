#if Postgres
import SQL

/// How a server is asked which history it is on. The timeline is read off the log it writes now: unlike what the last
/// checkpoint says, that is known at once after a promotion.
extension Lineage {
    static let question = Statement(
        """
        SELECT c.system_identifier, pg_walfile_name(w.lsn), CAST(pg_wal_lsn_diff(w.lsn, '0/0') AS BIGINT)
        FROM pg_control_system() c, (SELECT pg_current_wal_lsn() AS lsn) w
        """)

    /// Reads the answer to the question.
    init(_ row: Row) throws(SQLFault) {
        guard let timeline = UInt32(try row.text(1).prefix(8), radix: 16) else {
            throw .wrongValue(in: 1, expected: "the name of a log file")
        }
        self.init(system: try row.int(0), timeline: timeline, position: try row.int(2))
    }
}
#endif
