import Primitives

/// The times after which the sweeper may erase something.
///
/// The services use the times as they are here. The simulation shortens them, so that a short history contains sweeps.
public struct Retention: Sendable, Hashable {
    /// A secret in the trash becomes a tombstone.
    public var trash = Duration.days(30)
    /// A tombstone that every active device has read is erased.
    public var tombstones = Duration.days(180)
    /// A logged operation that every active device knows the outcome of is erased.
    public var operations = Duration.days(180)
    /// A device that was last seen longer ago is not active, and its row is erased.
    public var devices = Duration.days(180)
    /// The least time, as `SweepTime` measures it, between the pass that first sees an account due and the one that
    /// sweeps it.
    public var betweenSightings = Duration.hours(24)
    /// The time after which an account is due again if something due had to be kept, for example because a device has
    /// not read it yet.
    public var retry = Duration.days(1)

    public init() {}
}
