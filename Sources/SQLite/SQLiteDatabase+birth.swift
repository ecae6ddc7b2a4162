import CSQLite
public import SQL

extension SQLiteDatabase {
    /// The inode number and the time of creation of a file; symbolic links are followed. Returns nil if there is no
    /// such file, or if the kernel or the file system stores no time of creation.
    public static func birth(ofFile path: String) -> InodeBirthTime? {
        var inode: UInt64 = 0, nanoseconds: Int64 = 0
        guard latchkey_file_birth(path, &inode, &nanoseconds) != 0 else { return nil }
        return InodeBirthTime(inode: Int64(bitPattern: inode), nanoseconds: nanoseconds)
    }
}
