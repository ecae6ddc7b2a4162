import Glibc
public import Primitives

/// Forms of values for a person's terminal.
public enum TerminalText {
    /// Returns a text in which every character that controls a terminal, breaks a line or changes the direction of
    /// writing is escaped, for example as `\u001b`. Names that devices give themselves may contain any character.
    ///
    /// The escapes are those of JSON, so a JSON text without line breaks between its members keeps its meaning.
    public static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            guard isHarmful(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        case _: false
        }
    }

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
