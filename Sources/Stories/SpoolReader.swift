import Foundation
import Synchronization

/// Finds codes in the message files that auth's spool driver writes; each code is returned at most once.
final class SpoolReader: Sendable {
    private let folder: String
    private let taken = Mutex<Set<String>>([])

    init(_ folder: String) { self.folder = folder }

    /// Returns the code of the newest unread message to a number, and marks every message with a code to that number as
    /// read; nil if there is no unread one.
    func code(for phone: String) throws -> String? {
        let digits = phone.filter(\.isWholeNumber)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
        let fresh = taken.withLock { taken in files.filter { !taken.contains($0) } }
        var newest: (name: String, at: Date, code: String)?
        for name in fresh {
            let path = "\(folder)/\(name)"
            guard let text = try? String(contentsOfFile: path, encoding: .utf8),
                name.contains(digits) || text.filter({ $0.isWholeNumber }).contains(digits),
                let code = text.matches(of: /#([0-9]{6})\b/).last.map({ String($0.1) }),
                let at = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            else { continue }
            taken.withLock { _ = $0.insert(name) }
            if newest.map({ ($0.at, $0.name) < (at, name) }) ?? true { newest = (name, at, code) }
        }
        return newest?.code
    }
}
