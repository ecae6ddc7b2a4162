public import Primitives
import SQL

/// A cursor that a device has presented, and the time at which it did. The device has read every change up to the
/// cursor.
public struct Acknowledgement: Sendable, Hashable {
    public let account: AccountID
    public let device: DeviceID
    public let cursor: PullCursor
    public let at: Instant

    public init(account: AccountID, device: DeviceID, cursor: PullCursor, at: Instant) {
        (self.account, self.device, self.cursor, self.at) = (account, device, cursor, at)
    }
}

extension VaultStore {
    /// The highest number of acknowledgements in one transaction.
    public static var acknowledgementsPerWrite: Int { 100 }

    /// Records how far devices have read and when, in one transaction. Tombstones and logged operations are erased only
    /// once every active device has read them.
    ///
    /// The heads are locked in the order of the accounts, so that no account is purged between the check of its state
    /// and the insertion. Acknowledgements of unknown and purged accounts are left out.
    /// - Parameter acknowledgements: at most ``acknowledgementsPerWrite``, so that no other writer waits long.
    public func acknowledge(_ acknowledgements: [Acknowledgement]) async throws {
        try await database.write { transaction in
            let live = try lockLive(Set(acknowledgements.map(\.account)), in: transaction)
            try transaction.batch(
                acknowledgements.filter { live.contains($0.account) }.map { DeviceTable.acknowledge($0) })
        }
    }
}
