import Glibc

/// The names in a folder, without Foundation.
public enum FolderListing {
    /// The sorted names of all entries of a folder, `.` and `..` included; empty if it cannot be read.
    public static func names(in folder: String) -> [String] {
        guard let folder = opendir(folder) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names.sorted()
    }
}
