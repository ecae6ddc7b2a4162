public import Logging
import StrictJSON
public import TimeAndChance
import Vocabulary

/// A log handler that writes one line a message: readable text, or a JSON object.
///
/// Line breaks and control characters are always encoded, so that no message can pretend to be two.
public struct LogLines: LogHandler {
    /// Values every line of this logger carries.
    public var metadata: Logger.Metadata = [:]
    /// Below it nothing is written.
    public var logLevel: Logger.Level
    private let label: String
    private let isJSON: Bool
    private let clock: WallClock

    /// Sends all of the process's logging to lines on standard error.
    public static func bootstrap(level: Logger.Level, json: Bool, clock: WallClock = .system) {
        LoggingSystem.bootstrap { LogLines(label: $0, logLevel: level, isJSON: json, clock: clock) }
    }

    private init(label: String, logLevel: Logger.Level, isJSON: Bool, clock: WallClock) {
        self.label = label
        self.logLevel = logLevel
        self.isJSON = isJSON
        self.clock = clock
    }

    /// One value every line carries.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one line.
    public func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        var members: [(String, JSON)] = [
            ("at", .string("\(clock.now.ms)")), ("level", .string(event.level.rawValue)), ("from", .string(label)),
            ("message", .string("\(event.message)")),
        ]
        members += all.map { ($0.key, .string("\($0.value)")) }
        if isJSON {
            LineWriter.standardError.write(JSON.object(JSONObject(members)).encoded())
        } else {
            let facts = all.map { " \($0.key)=\(JSON.string("\($0.value)").text)" }.joined()
            let text = "\(clock.now.ms) \(event.level) \(label): \(Self.plain("\(event.message)"))\(facts)"
            LineWriter.standardError.write(text.utf8)
        }
    }

    private static func plain(_ text: String) -> String {
        text.unicodeScalars.contains { $0.value < 32 } ? JSON.string(text).text : text
    }
}
