public import Logging
public import Primitives
import StrictJSON

/// A log handler that writes one line a message: readable text, or a JSON object.
///
/// Line breaks and control characters are always encoded, so that no message can pretend to be two.
public struct LogLines: LogHandler {
    /// Values every line of this logger carries.
    public var metadata: Logger.Metadata = [:]
    /// Below it nothing is written.
    public var logLevel: Logger.Level
    private let label: String
    private let form: LogForm
    private let clock: WallClock
    private let lines: LineWriter

    /// Sends all of the process's logging to lines on standard error.
    public static func bootstrap(level: Logger.Level, form: LogForm, clock: WallClock = .system) {
        LoggingSystem.bootstrap {
            LogLines(label: $0, logLevel: level, form: form, clock: clock, lines: .standardError)
        }
    }

    init(label: String, logLevel: Logger.Level, form: LogForm, clock: WallClock, lines: LineWriter) {
        self.label = label
        self.logLevel = logLevel
        self.form = form
        self.clock = clock
        self.lines = lines
    }

    /// One value every line carries.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one line.
    public func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let now = clock.now.ms
        switch form {
        case .text:
            let facts = all.map { " \(Self.plain($0.key))=\(Self.plain(JSON.string("\($0.value)").text))" }.joined()
            lines.write("\(now) \(event.level) \(label): \(Self.plain("\(event.message)"))\(facts)".utf8)
        case .json:
            var members: [(String, JSON)] = [
                ("at", .string("\(now)")), ("level", .string(event.level.rawValue)), ("from", .string(label)),
                ("message", .string("\(event.message)")),
            ]
            let own = Set(members.map(\.0))
            members += all.filter { !own.contains($0.key) }.map { ($0.key, .string("\($0.value)")) }
            lines.write(JSON.object(JSONObject(members)).encoded())
        }
    }

    /// The text with whatever could break the line or drive a terminal written as `\u001b`.
    private static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.breaksLines) else { return text }
        var safe = ""
        for scalar in text.unicodeScalars {
            if scalar.breaksLines {
                let digits = String(scalar.value, radix: 16)
                safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}

extension Unicode.Scalar {
    /// Control characters, and the two separators that some viewers break lines at.
    fileprivate var breaksLines: Bool {
        properties.generalCategory == .control || value == 0x2028 || value == 0x2029
    }
}
