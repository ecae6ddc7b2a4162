import Primitives
import Testing

@Suite struct E164Tests {
    @Test(arguments: [
        "+4915112345678", "004915112345678", "+49 151 1234 5678", "+49-151-1234-5678", "+49.151.1234.5678",
        "(+49) 151 12345678", "+49 (151) 12345678", "  +4915112345678\t", "00 49 151 12345678",
        "+\u{A0}49\u{202F}15112345678", "\u{200E}+4915112345678\u{200F}", "\u{202A}+49 151 12345678\u{202C}",
        "\u{FEFF}+49\u{200B}151\u{200D}12345678", "\u{2066}+4915112345678\u{2069}", "+49\u{2011}151\u{2013}12345678",
        "\u{FF0B}\u{FF14}\u{FF19}\u{FF11}\u{FF15}\u{FF11}12345678", "+٤٩١٥١١٢٣٤٥٦٧٨", "+۴۹۱۵۱۱۲۳۴۵۶۷۸",
        "+४९१५११२३४५६७८", "٠٠٤٩15112345678", "+𝟜𝟡15112345678", "+49\u{AD}15112345678",
    ])
    func `different spellings of a number are parsed to the same number`(spelling: String) {
        #expect(E164(parsing: spelling)?.text == "+4915112345678")
    }

    @Test(arguments: [
        "", "+", "00", "  ", "4915112345678", "015112345678", "+123456", "+1234567890123456", "+0123456789",
        "000123456789", "++4915112345678", "+49+15112345678", "49+15112345678", "+49 151 1234567x", "+49151123456٫78",
        "+44 (0)20 7946 0018", "+44 ( 0 ) 20 7946 0018", "+49 (151 12345678", "+49 151) 12345678",
        "+49 ((151)) 12345678", "+49151123\u{0}45678", "+49\n15112345678", "+4915112345678;ext=5", "tel:+4915112345678",
        "+①②③④⑤⑥⑦⑧", "+²³⁴⁵⁶⁷⁸⁹", "+一二三四五六七", "+½½½½½½½½", "+49151𐄇12345678", "+49\u{301}15112345678",
    ])
    func `what is not a whole international number is refused`(spelling: String) {
        #expect(E164(parsing: spelling) == nil)
    }

    @Test func `a spelling of more than 200 bytes is refused`() {
        #expect(E164(parsing: "+4915112345678" + String(repeating: " ", count: 200)) == nil)
    }

    @Test(arguments: [("+1234567", true), ("+123456789012345", true), ("+123456", false), ("+1234567890123456", false)])
    func `seven to fifteen digits make a number`(spelling: String, isNumber: Bool) {
        #expect((E164(parsing: spelling) != nil) == isNumber)
    }

    @Test func `a description shows the first two and last three digits and hides the length`() throws {
        let number = try #require(E164(parsing: "+4915112345123"))
        #expect("\(number)" == "+49•••••123")
        #expect(String(reflecting: number) == "+49•••••123")
        var dumped = ""
        dump([number], to: &dumped)
        #expect(!dumped.contains("15112345"))
    }

    @Test func `a number gives its digits and the block of a thousand numbers it lies in`() throws {
        let number = try #require(E164(parsing: "+4915112345678"))
        #expect(number.thousandBlock == "+4915112345")
        #expect(number.digits == "4915112345678")
    }
}
