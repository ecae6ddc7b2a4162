import Primitives

/// The rows of the auth store, each with the moment until which the sweep keeps it, as the rules of retention state it.
struct RetentionModel {
    private struct Row {
        let table: String
        /// The last moment at which a sweep keeps the row; nil for a row that has not come to its end.
        var keptUntil: Instant?
    }

    /// A message in the outbox that is ready to be sent.
    private struct Message {
        let created: Instant
        let expires: Instant
        let challenge: String
        let caller: String
    }

    private var rows: [String: Row] = [:]
    private var open: [String: Message] = [:]

    /// The number of rows of each table.
    var counts: [String: Int64] { rows.values.reduce(into: [:]) { $0[$1.table, default: 0] += 1 } }

    /// The last moments of the rows from a time on, in order.
    func ends(from now: Instant) -> [Instant] { rows.values.compactMap(\.keptUntil).filter { $0 >= now }.sorted() }

    func contains(_ table: String, _ key: String) -> Bool { rows["\(table) \(key)"] != nil }

    /// Inserts a row, or gives it another end.
    mutating func set(_ table: String, _ key: String, keptUntil: Instant?) {
        rows["\(table) \(key)"] = Row(table: table, keptUntil: keptUntil)
    }

    mutating func remove(_ table: String, _ key: String) { rows["\(table) \(key)"] = nil }

    /// Counts something in a period of a quota.
    mutating func count(_ name: String, per period: Duration, at now: Instant) {
        let end = Instant(ms: (now.ms / period.ms + 1) * period.ms)
        set("quota", "\(name) \(end)", keptUntil: end + .minutes(1))
    }

    /// Inserts the rows of a code that is sent to a number. The message of the caller's former code is dropped.
    mutating func send(_ challenge: String, message: String, to phone: String, caller: String, at now: Instant) {
        dropMessage(of: caller)
        set("otp_challenge", challenge, keptUntil: now + .seconds(300) + .days(2))
        set("outbox", message, keptUntil: nil)
        open[message] = Message(
            created: now, expires: now + .seconds(300), challenge: challenge, caller: caller)
        set("send_window", phone, keptUntil: now + .hours(24) + .minutes(1))
        count("send", per: .days(1), at: now)
        count("send hour", per: .hours(1), at: now)
    }

    /// Drops the message of a caller's open code, unless the code is no longer known; it then expires.
    mutating func dropMessage(of caller: String) {
        for (message, facts) in open where facts.caller == caller && contains("otp_challenge", facts.challenge) {
            finish(message, facts)
        }
    }

    /// Drops the messages that have expired and returns the others, which may be sent.
    mutating func claimMessages(at now: Instant) -> Set<String> {
        for (message, facts) in open where facts.expires <= now { finish(message, facts) }
        return Set(open.keys)
    }

    mutating func finish(_ message: String) {
        if let facts = open[message] { finish(message, facts) }
    }

    private mutating func finish(_ message: String, _ facts: Message) {
        open[message] = nil
        set("outbox", message, keptUntil: facts.created + .days(2))
    }

    /// Removes the rows whose last moment has passed. With a registration, the message of its open code is dropped.
    mutating func sweep(at now: Instant) {
        let old = rows.filter { ($0.value.keptUntil ?? now) < now }
        for key in old.keys { rows[key] = nil }
        for (key, row) in old {
            if row.table == "registration" { dropMessage(of: String(key.dropFirst("registration ".count))) }
        }
    }
}
