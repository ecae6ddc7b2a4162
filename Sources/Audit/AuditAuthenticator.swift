/// Makes the message authentication codes and the row identifiers of an audit log. The key is outside the database, and
/// the modules of the stores do not hold it.
public struct AuditAuthenticator: Sendable {
    /// The message authentication code (32 bytes) of parts, for the purpose that the label names. No two lists of parts
    /// may have the same encoding.
    let code: @Sendable (_ label: String, _ parts: [[UInt8]]) -> [UInt8]
    /// Returns this many random bytes.
    let freshBytes: @Sendable (Int) -> [UInt8]

    public init(
        freshBytes: @escaping @Sendable (Int) -> [UInt8],
        code: @escaping @Sendable (_ label: String, _ parts: [[UInt8]]) -> [UInt8]
    ) {
        self.freshBytes = freshBytes
        self.code = code
    }

    /// The code of a row: of every column that is written with it.
    func code(of row: AuditRow) -> [UInt8] { code("latchkey/audit-row/1", row.parts) }

    /// The chain hash of a row, which depends on every row before it.
    func chainHash(after previous: [UInt8], number: Int64, code rowCode: [UInt8]) -> [UInt8] {
        code("latchkey/audit-chain/1", [previous, AuditRow.bytes(of: number), rowCode])
    }

    /// The code of the floor: the service, and nobody else, has deleted the rows up to it.
    func floorCode(_ floor: AuditHead) -> [UInt8] {
        code("latchkey/audit-floor/1", [AuditRow.bytes(of: floor.number), floor.hash])
    }

    /// True if the service has made this record of deleted rows, or if it says that none was deleted.
    func isGenuine(_ floor: AuditHead, code: [UInt8]?) -> Bool {
        floor == .empty && code == nil || code == floorCode(floor)
    }
}
