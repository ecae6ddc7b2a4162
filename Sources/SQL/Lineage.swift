/// Which history of its data a database server is on. After a fail-over or a restore it is another: acknowledged commits
/// may be missing from it, and whoever keeps a cursor begins a new epoch.
public struct Lineage: Sendable, Hashable {
    /// The same on a server and its standbys, and on no other server.
    public let system: Int64

    /// Counted up by every promotion and every recovery to a point in time.
    public let timeline: UInt32

    /// How far the log was written, in bytes.
    public let position: Int64

    /// A place in a history.
    public init(system: Int64, timeline: UInt32, position: Int64) {
        self.system = system
        self.timeline = timeline
        self.position = position
    }

    /// Whether what is seen now is this history, further on. A log that is shorter than it was is a copy put back.
    public func isContinued(by now: Lineage) -> Bool {
        now.system == system && now.timeline == timeline && now.position >= position
    }
}
