import Primitives
import Testing

@Suite struct `The tag of a language` {
    @Test(arguments: ["en", "pt-BR", "zh-Hant-TW", "sl-rozaj-biske-1994", "de-x-private"])
    func `is accepted in the form of RFC 5646, whatever its case`(text: String) {
        #expect(LanguageTag(rawValue: text)?.rawValue == text.lowercased())
    }

    @Test(arguments: [
        "", "d", "-de", "de-", "de--AT", "12", "d3", "de_DE", "de DE", "dé", "de-abcdefghi",
        "en-abcdefgh-abcdefgh-abcdefgh-abcdefgh",
    ])
    func `is refused in another form`(text: String) {
        #expect(LanguageTag(rawValue: text) == nil)
    }

    @Test func `has 2 to 35 characters`() {
        let longest = "en-abcdefgh-abcdefgh-abcdefgh-12345"
        #expect(longest.count == 35)
        #expect(LanguageTag(rawValue: longest) != nil)
        #expect(LanguageTag(rawValue: longest + "6") == nil)
    }

    @Test(arguments: [
        ("de", ["de"]), ("pt-BR", ["pt-br", "pt"]), ("zh-Hant-TW", ["zh-hant-tw", "zh-hant", "zh"]),
        ("de-x-private", ["de-x-private", "de"]),
    ])
    func `is looked up from the most specific form to the language alone, as RFC 4647 says`(
        text: String, tags: [String]
    ) {
        #expect(LanguageTag(rawValue: text)?.lookup.map(\.rawValue) == tags)
    }
}
