import Primitives
import SQL

/// How many codes were used, and how many wrong ones were entered. Each statement reads the newest entries of one index.
extension ChallengeTable {
    /// Looks at the newest codes sent to a prefix after `since` that were used or are old enough to count as unused, at
    /// most `limit`; the empty prefix stands for all numbers. Selects their number, how many of them were used, and the
    /// time of the first.
    static func recentUse(prefix: String, since: Instant, atMost limit: Int64, at now: Instant) -> Statement {
        let toPrefix = prefix.isEmpty ? "" : "AND prefix = $4"
        return Statement(
            """
            SELECT COUNT(*), COUNT(used_at), COALESCE(MIN(created), 0) FROM (
                SELECT created, used_at FROM otp_challenge
                WHERE created > $1 AND (created <= $2 OR used_at IS NOT NULL) \(toPrefix)
                ORDER BY created DESC LIMIT $3) AS recent
            """,
            values: [.instant(since), .instant(now - SendStop.unusedAfter), .integer(limit)]
                + (prefix.isEmpty ? [] : [.text(prefix)]))
    }

    /// Counts the unused codes, at most `limit`, by which an address group causes a stop: those of the codes that the
    /// stop was decided on and later ones, once they are old enough to count as unused. Codes sent during the stop count
    /// at once, because the reserve is small.
    static func unusedCodes(
        of group: [UInt8], _ other: [UInt8]?, counting stop: SendStop, atMost limit: Int, at now: Instant
    ) -> Statement {
        let toPrefix = stop.isGeneral ? "" : "AND prefix = $7"
        return Statement(
            """
            SELECT COUNT(*) FROM (
                SELECT 1 FROM otp_challenge
                WHERE (address_group IN ($1, $6) OR address_group_other IN ($1, $6)) AND created >= $2 AND used_at IS NULL
                    AND (created <= $3 OR created >= $4) \(toPrefix)
                LIMIT $5) AS unused
            """,
            values: [
                .bytes(group), .instant(stop.since), .instant(now - SendStop.unusedAfter),
                .instant(stop.until - SendStop.length), .int(limit), .bytes(other ?? group),
            ] + (stop.isGeneral ? [] : [.text(stop.prefix)]))
    }

    /// Counts the wrong codes that a device key entered for codes sent after a time.
    static func wrongCodes(ofKey thumbprint: String, since: Instant) -> Statement {
        wrongCodes("thumbprint = $1", since, [.text(thumbprint)])
    }

    /// Counts the wrong codes that were entered for codes that an address group requested after a time.
    /// - Parameter other: the group under the other index key in use; nil if there is one key.
    static func wrongCodes(ofGroup group: [UInt8], _ other: [UInt8]?, since: Instant) -> Statement {
        wrongCodes(
            "(address_group IN ($1, $3) OR address_group_other IN ($1, $3))", since,
            [.bytes(group), .bytes(other ?? group)])
    }

    private static func wrongCodes(_ condition: String, _ since: Instant, _ values: [SQLValue]) -> Statement {
        Statement(
            """
            SELECT CAST(COALESCE(SUM(tries), 0) AS BIGINT) - COUNT(used_at) FROM otp_challenge
            WHERE \(condition) AND created > $2
            """, values: [values[0], .instant(since)] + values.dropFirst())
    }
}
