import Primitives
import Synchronization
import VaultStore

/// The last cursor of each device, so that a pull without changes does not verify the cursor again and writes it at
/// most once an hour.
final class PresentedCursors: Sendable {
    private struct Presented {
        let text: String
        let cursor: PullCursor
        /// The time at which the cursor was last written to the database.
        var written: Instant?
    }

    private let latest = Mutex<[DeviceID: Presented]>([:])
    private let capacity: Int

    /// - Parameter capacity: the number of devices after which all are forgotten, which costs each one verification and
    ///   one write.
    init(capacity: Int = 100_000) { self.capacity = capacity }

    /// Decodes the text of a cursor, or returns the result of the last time if the device presented the same text then.
    ///
    /// A device belongs to one account, so a text that was verified for the device is verified for its account.
    func cursor(
        _ text: String, of device: DeviceID, decode: (String) throws -> PullCursor
    ) rethrows -> PullCursor {
        if let known = latest.withLock({ $0[device] }), known.text == text { return known.cursor }
        let cursor = try decode(text)
        latest.withLock { latest in
            if latest.count >= capacity { latest.removeAll(keepingCapacity: true) }
            let written = latest[device].flatMap { $0.cursor == cursor ? $0.written : nil }
            latest[device] = Presented(text: text, cursor: cursor, written: written)
        }
        return cursor
    }

    /// Returns true if a device's cursor is to be written, because this instance has not written it within the last
    /// hour. The cursor then counts as written now.
    func mustWrite(_ cursor: PullCursor, of device: DeviceID, now: Instant) -> Bool {
        latest.withLock { latest in
            guard let presented = latest[device], presented.cursor == cursor else { return true }
            if let written = presented.written, now - written < .hours(1) { return false }
            latest[device]?.written = now
            return true
        }
    }
}
