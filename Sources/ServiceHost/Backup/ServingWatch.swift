import Primitives
import SQL

/// Finds out whether an instance of the service serves a PostgreSQL database, so that `restore` is refused then. On
/// SQLite the lock of the file shows it.
///
/// Every serving instance records the server's position in the row of ``StoredTimeline`` once in every
/// ``TimelineCheck/recordingInterval``. If the row does not change for more than twice that time, no instance is
/// serving. An instance that crashed records nothing, so it has to be neither waited for nor removed. Unlike a lock of a
/// session or the list of connections, the row shows the same behind a connection pooler.
struct ServingWatch {
    /// The polling interval for the row.
    static let pause = Duration.milliseconds(250)
    /// The time for which the row is watched: an instance records its first position two intervals after its start.
    static let length = TimelineCheck.recordingInterval * 2 + .seconds(2)

    /// The short name of the service, `auth` or `vault`.
    let service: String
    /// Reads the position in the row; nil if there is no row.
    let position: () async throws -> TimelinePosition?

    /// Watches the row for ``length``.
    ///
    /// - Throws: `SettingsFault` as soon as the row has moved.
    func requireStopped() async throws {
        let before = try await position()
        for _ in 0..<(Self.length.ms / Self.pause.ms) {
            try await Task.pause(for: Self.pause)
            guard try await position() == before else { throw isServed }
        }
    }

    private var isServed: SettingsFault {
        SettingsFault(
            """
            latchkey-\(service) is running, here or on another machine: its record in the database moved while this \
            command watched; nothing was changed: stop every instance, then run the command again
            """)
    }
}
