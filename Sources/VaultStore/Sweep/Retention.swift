import Primitives

/// The times after which the sweeper may erase something.
enum Retention {
    /// A secret in the trash becomes a tombstone.
    static let trash = Duration.days(30)
    /// A tombstone that every active device has read is erased.
    static let tombstones = Duration.days(180)
    /// A logged operation that every active device knows the outcome of is erased.
    static let operations = Duration.days(180)
    /// A device that was last seen longer ago is not active.
    static let devices = Duration.days(180)
}
