import Primitives
import ServiceHost
import StrictJSON
import Testing

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("Ada's phone “neu”", "Ada's phone “neu”"), ("\u{1b}[2Kphone", "\\u001b[2Kphone"),
        ("a\nb\u{7f}", "a\\u000ab\\u007f"),
        ("\u{9b}1m", "\\u009b1m"), ("abc\u{202e}fed", "abc\\u202efed"), ("a\u{2028}b\u{2029}", "a\\u2028b\\u2029"),
        ("\u{feff}\u{200b}x", "\\ufeff\\u200bx"), ("\u{e0001}", "\\udb40\\udc01"), ("٣ 日本", "٣ 日本"),
    ])
    func `characters that control a terminal are escaped`(text: String, shown: String) {
        #expect(TerminalText.escaped(text) == shown)
    }

    @Test func `a JSON text keeps its meaning`() throws {
        let value = JSON.string("\u{1b}[1m \u{9b} \u{202e} \u{e0001} \\ \"")
        let shown = TerminalText.escaped(value.text)
        #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(try JSON(parsing: Array(shown.utf8)) == value)
    }

    @Test func `a time is shown in UTC`() {
        #expect(TerminalText.time(Instant(ms: 1_767_225_599_999)) == "2025-12-31 23:59:59 UTC")
    }
}
