public import Domain
public import Primitives
import SQL

/// A row of `rotating_key` or `row_key`: a key that is known to all instances, and its state.
public struct KeyRecord: Sendable, Hashable {
    public let id: KeyID
    public let state: KeyState
    /// A value computed from the key that reveals nothing about it, by which another key in its file is noticed.
    public let fingerprint: [UInt8]
    /// The time at which the key got its state.
    public let since: Instant

    public init(_ id: KeyID, _ state: KeyState, fingerprint: [UInt8], since: Instant) {
        self.id = id
        self.state = state
        self.fingerprint = fingerprint
        self.since = since
    }

    static let columns = "kind, number, state, fingerprint, since"

    init(_ row: Row) throws {
        let number = try row.int(1)
        guard let id = KeyID(rawValue: "\(try row.text(0))-\(number)") else {
            throw SQLFault.damagedRow("key \(try row.text(0)) \(number)")
        }
        self.id = id
        state = try row.enumValue(2)
        fingerprint = try row.bytes(3)
        since = try row.instant(4)
    }
}
