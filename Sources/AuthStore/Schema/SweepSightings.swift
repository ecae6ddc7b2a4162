import SQL

/// Adds the tables by which a sweep finds out for how long a time has been seen: the sum of the sweepers' running time,
/// and the times that they have seen.
enum SweepSightings {
    static let migration = Migration(
        id: 14, name: "the times that sweeps have seen",
        statements: [
            "CREATE TABLE sweep_time (id BIGINT PRIMARY KEY, additions BIGINT NOT NULL, elapsed BIGINT NOT NULL)",
            "CREATE TABLE sweep_sighting (elapsed BIGINT PRIMARY KEY, time BIGINT NOT NULL)",
        ])
}
