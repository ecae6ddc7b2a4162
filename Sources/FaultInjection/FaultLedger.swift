import Glibc
import Synchronization

/// Records which method answered which fault, so that a check can list the declared faults that no test has seen.
///
/// Debug builds only, and only where `LATCHKEY_FAULT_LEDGER` names a folder: each process appends lines
/// `method<TAB>fault` to a file of its own there, each different line once.
public enum FaultLedger {
    /// True if a folder is named, and the build is one that writes to it.
    public static var isKept: Bool {
        #if DEBUG
        folder != nil
        #else
        false
        #endif
    }

    /// Records one answer; a success has no fault and is recorded with an empty one.
    @inlinable
    public static func note(_ method: String, fault: String?) {
        #if DEBUG
        write(method, fault ?? "")
        #endif
    }

    #if DEBUG
    private static let folder = Environment.value("LATCHKEY_FAULT_LEDGER")
    private static let seen = Mutex<Set<String>>([])

    @usableFromInline
    static func write(_ method: String, _ fault: String) {
        guard let folder else { return }
        let line = "\(method)\t\(fault)\n"
        guard seen.withLock({ $0.insert(line).inserted }) else { return }
        let file = open("\(folder)/\(getpid())", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard file >= 0 else { return }
        _ = line.utf8.withContiguousStorageIfAvailable { Glibc.write(file, $0.baseAddress, $0.count) }
        close(file)
    }
    #endif
}
