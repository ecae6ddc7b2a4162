import CSimulatedDisk

/// The disk of one simulated host, and with it the life of the host's process: a disk that was killed refuses every
/// access by the process that had opened it.
final class SimulatedDisk: @unchecked Sendable {  // all of a simulation runs on one thread
    private let disk: OpaquePointer
    /// True while the bytes by which files may grow are limited.
    private(set) var isLimited = false

    init(_ name: String, seed: UInt64) {
        guard let disk = latchkey_disk_create(name, seed) else { preconditionFailure("no memory for a disk") }
        self.disk = disk
    }

    /// A copy of all files of a disk.
    final class Copy: @unchecked Sendable {  // never changes
        fileprivate let image: OpaquePointer
        fileprivate init(_ image: OpaquePointer) { self.image = image }
        deinit { latchkey_disk_image_free(image) }
    }

    /// Makes simulated disks SQLite's file system, and forgets the disks of an earlier simulation.
    static func reset() { precondition(latchkey_disks_reset() == 0, "SQLite refuses the simulated disk") }

    var generation: Int { Int(latchkey_disk_generation(disk)) }

    func kill(powerLoss: Bool) { latchkey_disk_kill(disk, powerLoss ? 1 : 0) }
    func dieAtSync(_ number: Int, after: Bool) { latchkey_disk_die_at_sync(disk, Int32(number), after ? 1 : 0) }

    /// Limits the bytes by which files may still grow; nil for no limit.
    func setFree(_ bytes: Int?) {
        isLimited = bytes != nil
        latchkey_disk_set_free(disk, Int64(bytes ?? -1))
    }

    /// The kinds of faults that have taken effect since the last call.
    func takeFaults() -> [Event] {
        let faults = latchkey_disk_take_faults(disk)
        return [(Event.diskFull, faults.full), (.ioError, faults.errors), (.dieAtCommit, faults.deaths)]
            .filter { $0.1 > 0 }.map(\.0)
    }

    /// Lets the nth access of a kind from now fail; 0 for none.
    func fail(write: Int = 0, read: Int = 0, sync: Int = 0) {
        latchkey_disk_fail(disk, Int32(write), Int32(read), Int32(sync))
    }

    /// While paused, no read fails: the simulation itself looks at the files.
    func pauseFaults(_ paused: Bool) { latchkey_disk_pause_faults(disk, paused ? 1 : 0) }

    func copy(withLog: Bool) -> Copy? { latchkey_disk_copy(disk, withLog ? 0 : 1).map(Copy.init) }

    /// Replaces the files. The process must have been killed.
    func restore(_ copy: Copy) { latchkey_disk_restore(disk, copy.image) }
    func wipe() { latchkey_disk_wipe(disk) }
}
