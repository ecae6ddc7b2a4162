public import Primitives
import SQL

/// The cursor that a device has presented, and when: the device has read every change up to it.
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

    /// Records how far devices have read and when. Tombstones and logged operations are erased only once every active
    /// device has read them.
    ///
    /// Each transaction takes the locks of at most ``acknowledgementsPerWrite`` heads, in the order of the accounts.
    /// Acknowledgements of accounts that are unknown or purged are left out.
    public func acknowledge(_ acknowledgements: [Acknowledgement]) async throws {
        let sorted = acknowledgements.sorted { ($0.account, $0.device) < ($1.account, $1.device) }
        for start in stride(from: 0, to: sorted.count, by: Self.acknowledgementsPerWrite) {
            let chunk = sorted[start..<min(start + Self.acknowledgementsPerWrite, sorted.count)]
            try await database.write { transaction in
                let accounts = Set(chunk.map(\.account)).sorted()
                let heads = try transaction.batch(accounts.map { HeadTable.lock($0) })
                let live = try Set(
                    zip(accounts, heads).filter { try $1.first.map(HeadRow.init)?.state == .live }.map(\.0))
                try transaction.batch(chunk.filter { live.contains($0.account) }.map { DeviceTable.acknowledge($0) })
            }
        }
    }
}
