/// How log lines are written.
public enum LogForm: String, Sendable, Hashable, CaseIterable {
    /// For people: time, level, source, message, facts.
    case text
    /// For machines: one JSON object a line.
    case json
}
