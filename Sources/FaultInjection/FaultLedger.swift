import Glibc
import Synchronization

/// Writes down which method answered which fault, so that a run can tell what was declared and never seen.
///
/// Debug builds only, and only where `LATCHKEY_FAULT_LEDGER` names a folder: each process adds lines
/// `method<TAB>fault` to a file of its own there.
public enum FaultLedger {
    /// Notes one answer; a success has no fault and is noted as an empty one.
    @inlinable
    public static func note(_ method: String, fault: String?) {
        #if DEBUG
        write(method, fault ?? "")
        #endif
    }

    #if DEBUG
    private static let folder: String? = getenv("LATCHKEY_FAULT_LEDGER").map { String(cString: $0) }
    private static let seen = Mutex<Set<String>>([])

    @usableFromInline
    static func write(_ method: String, _ fault: String) {
        guard let folder, !folder.isEmpty else { return }
        let line = "\(method)\t\(fault)\n"
        guard seen.withLock({ $0.insert(line).inserted }) else { return }
        let file = open("\(folder)/\(getpid())", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard file >= 0 else { return }
        _ = line.utf8.withContiguousStorageIfAvailable { Glibc.write(file, $0.baseAddress, $0.count) }
        close(file)
    }
    #endif
}
