import Primitives
import Synchronization
import VaultStore

/// Which cursors were noted lately, so that a pull that brings nothing new writes nothing.
final class SeenPlaces: Sendable {
    private struct Noted {
        let place: PullPlace
        let at: Instant
    }

    private let noted = Mutex<[DeviceID: Noted]>([:])
    private let capacity: Int

    init(capacity: Int = 100_000) { self.capacity = capacity }

    /// Whether a device's place is to be noted: it has moved, or was last noted an hour ago. Counts as noted then.
    func isNews(_ place: PullPlace, of device: DeviceID, now: Instant) -> Bool {
        noted.withLock { noted in
            if let last = noted[device], last.place == place, now - last.at < .hours(1) { return false }
            if noted.count >= capacity { noted.removeAll(keepingCapacity: true) }
            noted[device] = Noted(place: place, at: now)
            return true
        }
    }
}
