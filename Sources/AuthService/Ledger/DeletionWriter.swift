import Glibc
import Primitives
import Synchronization

/// The number under which one process records its attempts in the file of deletions, and the lock that shows the others
/// that the process is running.
///
/// The number is the offset of a byte in the file `<path>.writers` that the process locks (``ByteLock``). An instance
/// that shares the file thereby knows which of the attempts without an outcome may still be committed.
final class DeletionWriter: Sendable {
    let number: Int64
    private let path: String
    private let attempts = Atomic(0)
    /// The descriptor that holds the lock; nil before the first attempt.
    private let descriptor = Mutex<Int32?>(nil)

    init(path: String, random: RandomSource) {
        self.path = path + ".writers"
        number = Int64(clamping: random.uint64() >> 2) + 1
    }

    deinit { if let open = descriptor.withLock({ $0.take() }) { close(open) } }

    /// Takes the lock, unless this writer has it, and returns the number of another attempt.
    ///
    /// - Throws: ``DeletionFileFault`` if the file cannot be opened or locked.
    func begin() throws(DeletionFileFault) -> Int {
        try descriptor.withLock { held throws(DeletionFileFault) in
            guard held == nil else { return }
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw DeletionFileFault(path, "opened") }
            guard ByteLock.take(number, of: file) else {
                let fault = DeletionFileFault(path, "locked")
                close(file)
                throw fault
            }
            held = file
        }
        return attempts.add(1, ordering: .relaxed).newValue
    }

    /// Returns those of the given attempts whose writer is running. Those of earlier versions have no writer and count
    /// as ended.
    func running(_ intents: Set<DeletionIntent>) -> Set<DeletionIntent> {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        return intents.filter { intent in
            guard let writer = intent.writer else { return false }
            return writer == number || (file >= 0 && ByteLock.isHeld(writer, of: file))
        }
    }
}
