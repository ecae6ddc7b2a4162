import SQL

/// A row of the table `audit` as it is stored: with its code, its number and its chain hash.
struct StoredAuditRow {
    /// Nil if a column was altered to a value of another type, which makes the row unreadable.
    let row: AuditRow?
    let code: [UInt8]
    /// The row as an end of the chain.
    let head: AuditHead

    /// The columns from which a row that has a number is read.
    static let columns = "\(AuditRow.columns), mac, number, chain_hash"

    init(_ stored: Row) throws {
        row = try? AuditRow(stored)
        code = (try? stored.bytes(AuditRow.width)) ?? []
        head = AuditHead(
            number: try stored.int(AuditRow.width + 1), hash: (try? stored.bytes(AuditRow.width + 2)) ?? [])
    }

    /// True if the columns are those that the code was made of.
    func isGenuine(_ authenticator: AuditAuthenticator) -> Bool {
        row.map { authenticator.code(of: $0) == code } ?? false
    }

    /// True if the chain hash is the one that follows a row whose number is one lower.
    func isChained(to last: AuditHead, _ authenticator: AuditAuthenticator) -> Bool {
        head.hash == authenticator.chainHash(after: last.hash, number: head.number, code: code)
    }

    /// Compares the row with its code and with the row before it. Returns nil if it is what the service has written, and
    /// chained after this row.
    func problem(after last: AuditHead, _ authenticator: AuditAuthenticator) -> AuditVerification.Finding? {
        if head.number > last.number + 1 { return .removed(from: last.number + 1, through: head.number - 1) }
        if !isGenuine(authenticator) { return .altered(number: head.number) }
        return isChained(to: last, authenticator) ? nil : .outOfChain(number: head.number)
    }
}
