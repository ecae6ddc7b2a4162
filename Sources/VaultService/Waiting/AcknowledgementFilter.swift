import Primitives
import Synchronization
import VaultStore

/// Decides which presented cursors are written to the database, so that a pull without changes rarely writes.
final class AcknowledgementFilter: Sendable {
    private struct Acknowledgement {
        let cursor: PullCursor
        let time: Instant
    }

    private let latest = Mutex<[DeviceID: Acknowledgement]>([:])
    private let capacity: Int

    init(capacity: Int = 100_000) { self.capacity = capacity }

    /// Returns true if a device's cursor is to be written: it has changed, or was last written an hour ago. Counts it as written
    /// then.
    func admits(_ cursor: PullCursor, of device: DeviceID, now: Instant) -> Bool {
        latest.withLock { latest in
            if let last = latest[device], last.cursor == cursor, now - last.time < .hours(1) { return false }
            if latest.count >= capacity { latest.removeAll(keepingCapacity: true) }
            latest[device] = Acknowledgement(cursor: cursor, time: now)
            return true
        }
    }
}
