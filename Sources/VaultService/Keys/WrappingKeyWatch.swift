import Cryptography
import Primitives
import Synchronization
import VaultStore

/// Keeps the wrapping keys that this process holds in step with the database and the key files, and reports to the other
/// instances which ones it holds.
///
/// A key whose file has been copied into the key folder is used without a restart. A file that is removed while rows need
/// its key is noticed at once: the key is not reported any more, so that it cannot become active, and the metrics and
/// `doctor` show it. The process serves on with the key in its memory.
final class WrappingKeyWatch: Sendable {
    /// The time between two reports, unless something changes.
    static let reportInterval = Duration.seconds(5)

    private struct State {
        var reported: (keys: Set<String>, at: SteadyInstant)?
        var reading = WrappingKeyReading()
        var missing: [String] = []
        /// The damaged files that ``takeNewlyDamagedFiles()`` has returned.
        var taken: [String] = []
    }

    private let files: WrappingKeyFiles
    private let store: VaultStore
    private let instance: (id: InstanceID, name: String)
    private let steady: SteadyClock
    private let state = Mutex(State())

    init(files: WrappingKeyFiles, store: VaultStore, instance: (id: InstanceID, name: String), steady: SteadyClock) {
        self.files = files
        self.store = store
        self.instance = instance
        self.steady = steady
    }

    /// What keeps this process from answering calls that need a key, as one line; nil if nothing does.
    var problem: String? {
        state.withLock { state in
            state.reading.missingKeys.first ?? state.missing.first.map { "the key file vault.\($0).key is missing" }
        }
    }

    /// What is wrong with the files of keys that this process holds, one line each.
    var damagedFiles: [String] { state.withLock { $0.reading.damagedFiles } }

    /// Reads the files, and reports the keys if they have changed or the last report is old.
    func refresh(at now: Instant) async throws {
        let reading = try await store.readWrappingKeys(at: now, files.read)
        let time = steady.now
        let isDue = state.withLock { state in
            state.reading = reading
            guard let last = state.reported else { return true }
            return last.keys != reading.present || time - last.at >= Self.reportInterval
        }
        guard isDue else { return }
        let instance = VaultInstance(instance.id, name: instance.name, keys: reading.present)
        let missing = try await store.report(instance, at: now)
        state.withLock { state in
            state.reported = (reading.present, time)
            state.missing = missing
        }
    }

    /// The lines of ``damagedFiles`` that were not among them at the last call.
    func takeNewlyDamagedFiles() -> [String] {
        state.withLock { state in
            let new = state.reading.damagedFiles.filter { !state.taken.contains($0) }
            state.taken = state.reading.damagedFiles
            return new
        }
    }

    /// Reads the file of a key, and throws one line for the administrator if it cannot be read.
    func read(_ id: String) throws -> Key256 { try files.read(id) }

    /// Reports that this process stops, so that no change of a key waits for it.
    func stop() async throws { try await store.forget(instance.id) }
}
