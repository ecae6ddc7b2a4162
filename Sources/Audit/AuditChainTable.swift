import SQL

/// Statements on `audit_chain`: the one row with the head of the chain, and with its floor, the last row that the service
/// has deleted because of its age.
enum AuditChainTable {
    static let insertIfAbsent = Statement(
        """
        INSERT INTO audit_chain (id, head, head_hash, floor, floor_hash, floor_mac) VALUES (1, 0, $1, 0, $1, NULL)
        ON CONFLICT DO NOTHING
        """, .bytes(AuditHead.empty.hash))

    /// Locks the row and returns the head; nil if the log was never opened, and, unless `waiting`, if another transaction
    /// holds the lock.
    static func lockHead(waiting: Bool, in transaction: any Transaction) throws -> AuditHead? {
        try transaction.first(
            Statement("SELECT head, head_hash FROM audit_chain WHERE id = 1 \(waiting ? "{lockRow}" : "{claim}")")
        ).map { AuditHead(number: try $0.int(0), hash: try $0.bytes(1)) }
    }

    static func setHead(_ head: AuditHead) -> Statement {
        Statement(
            "UPDATE audit_chain SET head = $1, head_hash = $2 WHERE id = 1", .integer(head.number), .bytes(head.hash))
    }

    static func setFloor(_ floor: AuditHead, code: [UInt8]) -> Statement {
        Statement(
            "UPDATE audit_chain SET floor = $1, floor_hash = $2, floor_mac = $3 WHERE id = 1",
            .integer(floor.number), .bytes(floor.hash), .bytes(code))
    }

    /// The head, the floor and its code; nil if there is no row.
    static func read(
        in transaction: any Transaction
    ) throws -> (head: AuditHead, floor: AuditHead, floorCode: [UInt8]?)? {
        try transaction.first(
            Statement("SELECT head, head_hash, floor, floor_hash, floor_mac FROM audit_chain WHERE id = 1")
        ).map {
            (
                AuditHead(number: try $0.int(0), hash: try $0.bytes(1)),
                AuditHead(number: try $0.int(2), hash: try $0.bytes(3)), try $0.bytesOrNil(4)
            )
        }
    }
}
