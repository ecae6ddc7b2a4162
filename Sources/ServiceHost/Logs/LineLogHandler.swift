import Logging
import Primitives
import StrictJSON

/// A log handler that writes each message as one line, as text or as a JSON object.
///
/// Line breaks, control and format characters are escaped in both forms, so that one message cannot look like two or
/// like another.
struct LineLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    /// The level of the process, which SIGHUP may change, until a logger sets one of its own.
    var logLevel: Logger.Level {
        get { level.current }
        set { level = LiveValue(newValue) }
    }
    private var level: LiveValue<Logger.Level>
    private let label: String
    private let format: LogFormat
    private let clock: WallClock
    private let lines: LineWriter

    /// Makes this the handler of all loggers of the process, which write to standard error.
    static func bootstrap(level: LiveValue<Logger.Level>, format: LogFormat, clock: WallClock = .system) {
        LoggingSystem.bootstrap {
            LineLogHandler(label: $0, level: level, format: format, clock: clock, lines: .standardError)
        }
    }

    init(label: String, level: LiveValue<Logger.Level>, format: LogFormat, clock: WallClock, lines: LineWriter) {
        self.label = label
        self.level = level
        self.format = format
        self.clock = clock
        self.lines = lines
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let now = clock.now.ms
        switch format {
        case .text:
            let pairs = all.map {
                " \($0.key.escapingUnprintable)=\(JSON.string("\($0.value)").text.escapingUnprintable)"
            }.joined()
            lines.write("\(now) \(event.level) \(label): \("\(event.message)".escapingUnprintable)\(pairs)".utf8)
        case .json:
            var members: [(String, JSON)] = [
                ("at", .string("\(now)")), ("level", .string(event.level.rawValue)), ("from", .string(label)),
                ("message", .string("\(event.message)")),
            ]
            let reserved = Set(members.map(\.0))
            members += all.filter { !reserved.contains($0.key) }.map { ($0.key, .string("\($0.value)")) }
            lines.write(JSON.object(JSONObject(members)).text.escapingUnprintable.utf8)
        }
    }
}
