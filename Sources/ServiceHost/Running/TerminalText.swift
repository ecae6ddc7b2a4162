import Glibc
public import Primitives

/// Forms of values for a person's terminal.
public enum TerminalText {
    /// Returns a time as `2026-01-31 23:59:59 UTC`.
    public static func time(_ instant: Instant) -> String {
        var seconds = time_t(instant.ms / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 64)
        let length = strftime(&text, text.count, "%Y-%m-%d %H:%M:%S UTC", &parts)
        return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
