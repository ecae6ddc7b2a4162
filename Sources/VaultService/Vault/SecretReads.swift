import Primitives
import Synchronization
import VaultStore

/// The numbers of secrets that this process has sent to devices and has not yet written to the database.
final class SecretReads: Sendable {
    private let counts = Mutex<[DeviceHour: Int64]>([:])
    private let capacity: Int

    /// - Parameter capacity: the highest number of hours that wait to be written. While that many wait, because the
    ///   database cannot be written, the reads of further devices are not counted.
    init(capacity: Int = 100_000) { self.capacity = capacity }

    func add(_ count: Int64, in hour: DeviceHour) {
        counts.withLock { counts in
            guard counts.count < capacity || counts[hour] != nil else { return }
            counts[hour, default: 0] += count
        }
    }

    /// Takes all counts.
    func take() -> [DeviceHour: Int64] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
    }
}
