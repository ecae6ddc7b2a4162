/// The format of log lines.
enum LogFormat: String, Sendable, Hashable, CaseIterable {
    /// For people: time, level, logger, message and metadata.
    case text
    /// For programs: one JSON object per line.
    case json
}
