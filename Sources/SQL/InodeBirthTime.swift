/// The inode number of a file and the time at which the file was created. No tool gives a copy of a file the time of
/// its source, and a later file with the same inode number has another time. Both stay if the file is renamed or
/// written to.
public struct InodeBirthTime: Sendable, Hashable {
    /// The inode number, as its bit pattern.
    public let inode: Int64
    /// The time of creation in nanoseconds since 1970.
    public let nanoseconds: Int64

    public init(inode: Int64, nanoseconds: Int64) { (self.inode, self.nanoseconds) = (inode, nanoseconds) }
}
