import SQL

/// The result of comparing every row of an audit log with its authentication code and with the chain.
public struct AuditVerification: Sendable, Hashable {
    /// What is wrong with the log.
    public enum Finding: Sendable, Hashable {
        /// The row does not hold what was written: a column was altered, or the row was inserted by somebody else.
        case altered(number: Int64)
        /// A row that has no number yet does not hold what was written.
        case alteredUnnumbered(at: Int64)
        /// No row has these numbers.
        case removed(from: Int64, through: Int64)
        /// Another row was chained under this number: rows were exchanged, removed and numbered again, or inserted.
        case outOfChain(number: Int64)
        /// The log ends before a row that is known to have been chained.
        case truncated(after: Int64, known: Int64)
        /// The row of this number is not the one that is known to have been chained.
        case replaced(number: Int64)
        /// The record of deleted rows was not made by the service.
        case floorForged(number: Int64)
        /// The record of the chain is missing.
        case chainMissing
    }

    /// In the order of the chain.
    public let findings: [Finding]
    /// The number of rows that were verified, those without a number included.
    public let rows: Int64
    /// The rows that are not chained yet.
    public let unchained: Int64
    /// The last row that the service has deleted because of its age; 0 if it has deleted none.
    public let floor: Int64
    /// The end of the chain.
    public let head: AuditHead

    /// True if the log holds what was written, and all of it.
    public var holds: Bool { findings.isEmpty }
}

extension AuditVerification.Finding: CustomStringConvertible {
    public var description: String {
        switch self {
        case .altered(let number): "row \(number) was altered"
        case .alteredUnnumbered(let at): "a row without a number, of the time \(at), was altered or inserted"
        case .removed(let from, let through) where from == through: "row \(from) was removed"
        case .removed(let from, let through): "rows \(from) to \(through) were removed"
        case .outOfChain(let number): "row \(number) is not the one that was chained: rows were moved or inserted"
        case .truncated(let after, let known):
            "the log ends at row \(after), and row \(known) is known to exist: its end was removed, or the database is an "
                + "older copy"
        case .replaced(let number): "row \(number) is another one than the one that is known"
        case .floorForged(let number): "the record that the rows up to \(number) were deleted by age is forged"
        case .chainMissing: "the record of the chain is missing"
        }
    }
}

extension AuditLog {
    /// Verifies every row, in one snapshot.
    /// - Parameter known: heads that were recorded outside the database.
    public func verify(against known: [AuditHead]) async throws -> AuditVerification {
        try await database.read { [authenticator] transaction in
            var verifier = AuditVerifier(authenticator: authenticator, known: known)
            return try verifier.run(in: transaction)
        }
    }
}

/// Reads the rows of a log in the order of the chain, and compares each with its code and with the row before it.
private struct AuditVerifier {
    private static let page = 1_000

    let authenticator: AuditAuthenticator
    let known: [AuditHead]
    private var findings: [AuditVerification.Finding] = []
    private var rows: Int64 = 0
    private var unchained: Int64 = 0

    init(authenticator: AuditAuthenticator, known: [AuditHead]) {
        self.authenticator = authenticator
        self.known = known
    }

    mutating func run(in transaction: any Transaction) throws -> AuditVerification {
        guard let chain = try AuditChainTable.read(in: transaction) else {
            return AuditVerification(findings: [.chainMissing], rows: 0, unchained: 0, floor: 0, head: .empty)
        }
        verifyFloor(chain.floor, chain.floorCode)
        var last = chain.floor
        while case let page = try transaction.run(AuditTable.selectChained(after: last.number, limit: Self.page)),
            !page.isEmpty
        {
            for row in page { last = try verify(row, after: last) }
        }
        if last.number < chain.head.number {
            findings.append(.removed(from: last.number + 1, through: chain.head.number))
        } else if last != chain.head {
            findings.append(.outOfChain(number: last.number))
        }
        for head in known where head.number > last.number {
            findings.append(.truncated(after: last.number, known: head.number))
        }
        try verifyUnchained(in: transaction)
        return AuditVerification(
            findings: findings, rows: rows, unchained: unchained, floor: chain.floor.number, head: last)
    }

    private mutating func verifyFloor(_ floor: AuditHead, _ code: [UInt8]?) {
        let isGenuine =
            floor == .empty && code == nil
            || code == authenticator.floorCode(number: floor.number, chainHash: floor.hash)
        if !isGenuine { findings.append(.floorForged(number: floor.number)) }
        verifyKnown(floor)
    }

    /// Verifies a numbered row, and returns it as the one that the next follows.
    private mutating func verify(_ stored: Row, after last: AuditHead) throws -> AuditHead {
        rows += 1
        let code = try stored.bytes(AuditRow.width), number = try stored.int(AuditRow.width + 1)
        let head = AuditHead(number: number, hash: try stored.bytesOrNil(AuditRow.width + 2) ?? [])
        if number > last.number + 1 { findings.append(.removed(from: last.number + 1, through: number - 1)) }
        if !isGenuine(stored, code) { findings.append(.altered(number: number)) }
        // The hash of a row depends on that of the row before it, which is unknown behind a gap.
        if number == last.number + 1,
            head.hash != authenticator.chainHash(after: last.hash, number: number, code: code)
        {
            findings.append(.outOfChain(number: number))
        }
        verifyKnown(head)
        return head
    }

    /// True if the columns of a row are those that its code was made of. A column that was altered to a value of another
    /// type makes the row unreadable.
    private func isGenuine(_ stored: Row, _ code: [UInt8]) -> Bool {
        guard let row = try? AuditRow(stored) else { return false }
        return authenticator.code(of: row) == code
    }

    private mutating func verifyKnown(_ head: AuditHead) {
        if known.contains(where: { $0.number == head.number && $0.hash != head.hash }) {
            findings.append(.replaced(number: head.number))
        }
    }

    private mutating func verifyUnchained(in transaction: any Transaction) throws {
        var last: [UInt8] = []
        while case let page = try transaction.run(AuditTable.selectUnchained(after: last, limit: Self.page)),
            !page.isEmpty
        {
            for stored in page {
                rows += 1
                unchained += 1
                last = try stored.bytes(0)
                if !isGenuine(stored, try stored.bytes(AuditRow.width)) {
                    findings.append(.alteredUnnumbered(at: try stored.int(1)))
                }
            }
        }
    }
}
