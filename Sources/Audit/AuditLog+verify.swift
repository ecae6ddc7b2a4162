import SQL

extension AuditLog {
    /// Verifies every row. The service may chain and delete rows meanwhile.
    /// - Parameter known: heads that were recorded outside the database.
    public func verify(against known: [AuditHead]) async throws -> AuditVerification {
        var verifier = AuditVerifier(log: self, known: known)
        return try await verifier.run()
    }
}

/// Reads the rows of a log in the order of the chain, and compares each with its code and with the row before it. Each page
/// is a transaction of its own, so that no snapshot is held for long.
private struct AuditVerifier {
    private typealias Chain = (head: AuditHead, floor: AuditHead, floorCode: [UInt8]?)
    private static let page = 1_000

    let log: AuditLog
    let known: [AuditHead]
    private var findings: [AuditVerification.Finding] = []
    private var rows: Int64 = 0
    private var unchained: Int64 = 0
    private var floor = AuditHead.empty
    /// The last row that was verified.
    private var last = AuditHead.empty

    init(log: AuditLog, known: [AuditHead]) {
        self.log = log
        self.known = known
    }

    mutating func run() async throws -> AuditVerification {
        guard var chain = try await chain() else {
            return AuditVerification(findings: [.chainMissing], rows: 0, unchained: 0, floor: 0, head: .empty)
        }
        begin(after: chain.floor, chain.floorCode)
        try await findRows(upTo: chain.floor)
        while try await verifyPage() {}
        // The head was moved by the transaction that chained its row, so the row is visible after the head was read.
        chain = try await self.chain() ?? chain
        while chain.head.number > last.number, try await verifyPage() {}
        if last.number < chain.head.number {
            findings.append(.removed(from: last.number + 1, through: chain.head.number))
        } else if last.number == chain.head.number ? last != chain.head : try await !isHead(last) {
            findings.append(.outOfChain(number: last.number))
        }
        for head in known where head.number > last.number {
            findings.append(.truncated(after: last.number, known: head.number))
        }
        try await verifyUnchained()
        if let trigger = try await log.trigger() { findings.append(trigger) }
        return AuditVerification(
            findings: findings, rows: rows, unchained: unchained, floor: floor.number, head: last)
    }

    private func chain() async throws -> Chain? { try await log.database.read { try AuditChainTable.read(in: $0) } }

    /// True if the chain has reached the row by now.
    private func isHead(_ row: AuditHead) async throws -> Bool {
        try await chain().map { $0.head.number > row.number || $0.head == row } ?? false
    }

    private mutating func begin(after floor: AuditHead, _ code: [UInt8]?) {
        if !log.authenticator.isGenuine(floor, code: code) { findings.append(.floorForged(number: floor.number)) }
        (self.floor, last) = (floor, floor)
        verifyKnown(floor)
    }

    /// Finds rows that the service would have deleted when it moved the floor: somebody else has given them their numbers.
    private mutating func findRows(upTo floor: AuditHead) async throws {
        for row in try await log.database.select(AuditTable.selectNumbers(upTo: floor.number, limit: Self.page)) {
            findings.append(.outOfChain(number: try row.int(0)))
        }
    }

    /// Verifies the rows that follow the last one; returns false if there are none.
    private mutating func verifyPage() async throws -> Bool {
        let select = AuditTable.selectChained(after: last.number, limit: Self.page)
        let page = try await log.database.select(select)
        if let first = try page.first?.int(AuditRow.width + 1), first > last.number + 1, let chain = try await chain(),
            chain.floor.number > last.number
        {
            // The service has deleted rows by age since the verification began.
            begin(after: chain.floor, chain.floorCode)
            return true
        }
        for row in page { try verify(row) }
        return !page.isEmpty
    }

    private mutating func verify(_ row: Row) throws {
        rows += 1
        let stored = try StoredAuditRow(row), head = stored.head, number = head.number
        if number > last.number + 1 { findings.append(.removed(from: last.number + 1, through: number - 1)) }
        if !stored.isGenuine(log.authenticator) { findings.append(.altered(number: number)) }
        // The hash of a row depends on that of the row before it, which is unknown behind a gap.
        if number == last.number + 1, !stored.isChained(to: last, log.authenticator) {
            findings.append(.outOfChain(number: number))
        }
        verifyKnown(head)
        last = head
    }

    private mutating func verifyKnown(_ head: AuditHead) {
        if known.contains(where: { $0.number == head.number && $0.hash != head.hash }) {
            findings.append(.replaced(number: head.number))
        }
    }

    private mutating func verifyUnchained() async throws {
        var last: [UInt8] = []
        while case let page = try await log.database.select(AuditTable.selectUnchained(after: last, limit: Self.page)),
            !page.isEmpty
        {
            for stored in page {
                rows += 1
                unchained += 1
                last = try stored.bytes(0)
                let row = try? AuditRow(stored), code = try? stored.bytes(AuditRow.width)
                if row.map(log.authenticator.code(of:)) != code || code == nil {
                    findings.append(.alteredUnnumbered(at: try stored.int(1)))
                }
            }
        }
    }
}
