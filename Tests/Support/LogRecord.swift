public import Logging
import Synchronization

/// A logger that keeps its messages.
public final class LogRecord: Sendable {
    /// One message.
    public struct Entry: Sendable, Hashable {
        public let level: Logger.Level
        public let message: String
        public let metadata: [String: String]
    }

    private let kept = Mutex<[Entry]>([])

    public init() {}

    /// The messages so far, oldest first.
    public var entries: [Entry] { kept.withLock(\.self) }

    /// The texts of the messages of a level, oldest first.
    public func messages(_ level: Logger.Level) -> [String] { entries.filter { $0.level == level }.map(\.message) }

    /// A logger whose messages this record keeps, whatever their level.
    public var logger: Logger { Logger(label: "test") { _ in Handler(record: self) } }

    private struct Handler: LogHandler {
        let record: LogRecord
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = (event.metadata ?? [:]).mapValues { "\($0)" }
            record.kept.withLock {
                $0.append(Entry(level: event.level, message: "\(event.message)", metadata: metadata))
            }
        }
    }
}
