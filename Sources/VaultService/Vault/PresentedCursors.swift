import Primitives
import Synchronization
import VaultStore

/// The last cursor of each device, so that a pull without changes does not verify the cursor again, and the cursors
/// that are still to be written to the database.
///
/// The devices are kept in two maps. When the younger map is full, it becomes the older one, and the previous older one
/// is dropped. A device that presents its cursor regularly is therefore not forgotten.
final class PresentedCursors: Sendable {
    /// The time after which an unchanged cursor is written again, so that the database shows the device as active.
    static let rewriteInterval = Duration.hours(1)

    private struct Presented {
        let text: String
        let cursor: PullCursor
        /// The time at which the cursor was last handed out to be written; nil before the first time.
        var written: Instant?
    }

    private struct State {
        var younger: [DeviceID: Presented] = [:]
        var older: [DeviceID: Presented] = [:]
        var due: [DeviceID: Acknowledgement] = [:]

        func presented(_ device: DeviceID) -> Presented? { younger[device] ?? older[device] }

        mutating func keep(_ presented: Presented, of device: DeviceID, capacity: Int) {
            if younger.count >= capacity, younger[device] == nil { (older, younger) = (younger, [:]) }
            younger[device] = presented
        }
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// - Parameter capacity: the highest number of devices in each map, and of cursors that wait to be written. If that
    ///   many wait, a further device's cursor is not written until the device presents one again.
    init(capacity: Int = 100_000) { self.capacity = capacity }

    /// Decodes the text of a cursor, or returns the result of the last time if the device presented the same text then.
    ///
    /// A device belongs to one account, so a text that was verified for the device is verified for its account.
    func cursor(
        _ text: String, of device: DeviceID, decode: (String) throws -> PullCursor
    ) rethrows -> PullCursor {
        let known = state.withLock { state -> PullCursor? in
            guard let known = state.presented(device), known.text == text else { return nil }
            if state.younger[device] == nil { state.keep(known, of: device, capacity: capacity) }
            return known.cursor
        }
        if let known { return known }
        let cursor = try decode(text)
        state.withLock { state in
            let written = state.presented(device).flatMap { $0.cursor == cursor ? $0.written : nil }
            state.keep(Presented(text: text, cursor: cursor, written: written), of: device, capacity: capacity)
        }
        return cursor
    }

    /// Records that a device has presented a cursor. It is due to be written if it has changed since this instance last
    /// wrote it, or after ``rewriteInterval``.
    func acknowledge(_ cursor: PullCursor, by device: DeviceID, of account: AccountID, now: Instant) {
        state.withLock { state in
            let presented = state.presented(device)
            if let presented, presented.cursor == cursor, let written = presented.written,
                now - written < Self.rewriteInterval
            {
                return
            }
            guard state.due[device] != nil || state.due.count < capacity else { return }
            state.due[device] = Acknowledgement(account: account, device: device, cursor: cursor, at: now)
            if var presented, presented.cursor == cursor {
                presented.written = now
                state.keep(presented, of: device, capacity: capacity)
            }
        }
    }

    /// Takes the cursors that are due.
    func takeDue() -> [Acknowledgement] {
        state.withLock { state in
            defer { state.due = [:] }
            return Array(state.due.values)
        }
    }

    /// Puts back cursors that could not be written, except those of devices that have presented another one since.
    func putBack(_ acknowledgements: ArraySlice<Acknowledgement>) {
        state.withLock { state in
            for acknowledgement in acknowledgements where state.due[acknowledgement.device] == nil {
                state.due[acknowledgement.device] = acknowledgement
            }
        }
    }

    /// Forgets everything, because the database has gone back to an earlier state.
    func removeAll() { state.withLock { $0 = State() } }
}
