import Primitives
import Testing

@Suite struct PrintableTextTests {
    /// Texts that control a terminal, change the direction of writing, break a line or show nothing.
    static let hostile = [
        "\u{1B}[2K\u{1B}[31mphone (this device)\u{1B}[8m", "\u{9B}2Kphone", "a\u{0}b", "a\nb", "a\tb", "a\u{7F}b",
        "\u{202E}enohp", "\u{2066}phone\u{2069}", "\u{61C}phone", "pho\u{200B}ne", "pho\u{AD}ne", "\u{FEFF}phone",
        "a\u{2028}b", "a\u{2029}b", "\u{3164}", "\u{115F}", "pho\u{34F}ne", "\u{E0041}phone", "\u{E000}",
    ]

    /// What is left of each of ``hostile`` without the characters that are not printable.
    static let reduced: [String?] = [
        "[2K[31mphone (this device)[8m", "2Kphone", "ab", "ab", "ab", "ab", "enohp", "phone", "phone", "phone",
        "phone", "phone", "ab", "ab", nil, nil, "phone", "phone", nil,
    ]

    @Test(arguments: zip(hostile, reduced)) func `a device's name has no character that is not printable`(
        text: String, reduced: String?
    ) {
        #expect(DeviceName(rawValue: text) == nil)
        #expect(DeviceName(reducing: text)?.rawValue == reduced)
    }

    @Test func `every hostile text has its reduced form`() {
        #expect(Self.hostile.count == Self.reduced.count)
    }

    @Test(arguments: hostile) func `an escaped text is one line of printable characters, and says what was there`(
        text: String
    ) {
        let escaped = text.escapingUnprintable
        #expect(escaped.contains("\\u"))
        #expect(escaped.unicodeScalars.allSatisfy { $0.isPrintable })
    }

    @Test(arguments: ["Ada's phone", "Grüße", "телефон", "電話", "📱", "☎️ work", "हिन्दी", "e\u{301}", "a b"])
    func `a name in any script is kept as it is`(text: String) {
        #expect(DeviceName(rawValue: text)?.rawValue == text)
        #expect(text.escapingUnprintable == text)
    }

    @Test(arguments: [("", nil), (" ", nil), ("\u{A0}\u{3000}", nil), ("a", "a")] as [(String, String?)])
    func `a name is not empty and not only spaces`(text: String, name: String?) {
        #expect(DeviceName(rawValue: text)?.rawValue == name)
    }

    @Test func `a name has at most 64 Unicode scalars`() {
        #expect(DeviceName(rawValue: String(repeating: "電", count: 64)) != nil)
        #expect(DeviceName(rawValue: String(repeating: "電", count: 65)) == nil)
        #expect(DeviceName(reducing: String(repeating: "電", count: 65))?.rawValue.count == 64)
    }

    @Test func `escapes are those of JSON, joiners stay, and lines stay apart`() {
        #expect("\u{1B}[1m".escapingUnprintable == "\\u001b[1m")
        #expect("\u{E0041}".escapingUnprintable == "\\udb40\\udc41")
        #expect("👩\u{200D}💻".escapingUnprintable == "👩\u{200D}💻")
        #expect("a\u{1B}\nb\n".escapingUnprintableInLines == "a\\u001b\nb\n")
    }
}
