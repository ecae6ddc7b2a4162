import Glibc
public import SQL

extension SQLiteDatabase {
    /// Resolves every symbolic link of a database file's path, so that all names of one file have one lock, and a
    /// restore replaces the file and not a link. Every use of a database file begins with this.
    ///
    /// The file need not exist; a link to a missing file leads to the path at which the file will be created.
    /// - Throws: ``SQLFault/unavailable(_:)`` if the folder cannot be used.
    public static func canonicalPath(_ path: String) throws(SQLFault) -> String {
        var path = path
        // The kernel follows at most 40 links.
        for _ in 0..<40 {
            if let known = resolved(path) { return known }
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            let folder = parts.count == 1 ? "./" : parts.dropLast().joined(separator: "/") + "/"
            guard let name = parts.last, let known = resolved(folder) else {
                throw .unavailable("the folder of \(path) cannot be used: \(String(cString: strerror(errno)))")
            }
            guard let target = linkTarget(folder + name) else { return known + "/" + name }
            path = target.hasPrefix("/") ? target : folder + target
        }
        throw .unavailable("\(path) cannot be used: \(String(cString: strerror(ELOOP)))")
    }

    private static func resolved(_ path: String) -> String? {
        guard let result = realpath(path, nil) else { return nil }
        defer { free(result) }
        return String(cString: result)
    }

    /// The text of a symbolic link; nil if the path is none.
    private static func linkTarget(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
