/// A position in the write-ahead log of one database server, and the timeline it lies on. Two positions show whether
/// the data went back in time.
///
/// After a fail-over or a restore, acknowledged commits may be missing, so the services then begin a new generation.
public struct TimelinePosition: Sendable, Hashable {
    /// PostgreSQL's system identifier: shared by a server and its standbys, and by no other server.
    public let system: Int64

    /// The timeline number. Every promotion and every point-in-time recovery increments it.
    public let timeline: UInt32

    /// The length of the log written so far, in bytes; on SQLite a counter that the service increases.
    public let position: Int64

    public init(system: Int64, timeline: UInt32, position: Int64) {
        self.system = system
        self.timeline = timeline
        self.position = position
    }

    /// Returns true if `now` lies on the same timeline at the same position or later. A log that has become shorter is
    /// a restored copy.
    public func isContinued(by now: TimelinePosition) -> Bool {
        now.system == system && now.timeline == timeline && now.position >= position
    }
}
