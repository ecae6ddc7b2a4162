import Glibc
import Synchronization

/// Creates an empty folder in memory (`/dev/shm`), which is removed when the test process ends. Returns its path without a
/// trailing slash.
///
/// `scripts/lib/test_run.py` names another folder in `TEST_SCRATCH`, which it removes also after a process that was killed.
public func scratchFolder() -> String {
    let parent = getenv("TEST_SCRATCH").map { String(cString: $0) } ?? "/dev/shm"
    var path = Array("\(parent)/latchkey-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { fatalError("no scratch folder: error \(errno)") }
    let folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let first = scratchFolders.withLock { folders in
        folders.append(folder)
        return folders.count == 1
    }
    if first { atexit { scratchFolders.withLock { $0 }.forEach(removeTree) } }
    return folder
}

private let scratchFolders = Mutex<[String]>([])

private func removeTree(_ path: String) {
    if let folder = opendir(path) {
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name == "." || name == ".." { continue }
            let inside = path + "/" + name
            if entry.pointee.d_type == UInt8(DT_DIR) { removeTree(inside) } else { unlink(inside) }
        }
        closedir(folder)
    }
    rmdir(path)
}
