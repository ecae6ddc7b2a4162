import Primitives
import Support
import Testing

@Suite struct E164Tests {
    @Test(
        .requirement("O11"),
        arguments: [
            "+4915112345678", "004915112345678", "+49 151 1234 5678", "+49-151-1234-5678", "+49.151.1234.5678",
            "(+49) 151 12345678", "+49 (151) 12345678", "  +4915112345678\t", "00 49 151 12345678",
            "+\u{A0}49\u{202F}15112345678", "\u{200E}+4915112345678\u{200F}", "\u{202A}+49 151 12345678\u{202C}",
            "\u{FEFF}+49\u{200B}151\u{200D}12345678", "\u{2066}+4915112345678\u{2069}",
            "+49\u{2011}151\u{2013}12345678",
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

    @Test(arguments: [
        ("+52 1 55 1234 5678", "+525512345678"), ("+52 55 1234 5678", "+525512345678"),
        ("+54 11 2345 6789", "+5491123456789"), ("+54 9 11 2345 6789", "+5491123456789"),
        ("+54 351 234 5678", "+5493512345678"), ("+54 2966 42 3456", "+5492966423456"),
        ("+39 06 1234567", "+39061234567"), ("+225 01 02 03 04 05", "+2250102030405"),
        ("+1 212 555 0123", "+12125550123"),
        ("+7 843 123 45 67", "+78431234567"), ("+999 12345678", "+99912345678"), ("+229 95 12 34 56", "+2290195123456"),
        ("+229 01 95 12 34 56", "+2290195123456"), ("+241 0 74 12 34 56", "+24174123456"),
        ("+241 74 12 34 56", "+24174123456"), ("+672 51934", "+672351934"), ("+241 174 12 34 56", "+241174123456"),
        ("+672 3 51934", "+672351934"),
    ])
    func `a number with two international forms is one number`(spelling: String, form: String) {
        #expect(E164(parsing: spelling)?.text == form)
    }

    @Test(arguments: [
        "+44 07400 123456", "+49 0151 1234567", "+61 0412 345 678", "+36 06 20 123 4567", "+52 01 55 1234 5678",
        "+54 0 9 11 2345 6789", "+54 15 2345 6789", "+54 9 11 2345 678", "+54 9 9 11 2345 6789", "+52 1 55 1234 567",
        "+52 1 55 1234 56789", "+52 55 1234 567", "+54 11 15 2345 6789", "+54 11 2345 678", "+54 1 11 2345 6789",
        "+1 1 212 555 0123",
        "+1 212 555 012", "+7 8 916 123 45 67", "+7 916 123 45 6", "+370 8 612 34567", "+375 8 29 123 45 67",
        "+692 1 235 1234", "+55 90 11 96123 4567", "+999 01234567", "+54 8 11 2345 6789", "+993 8 65 123456",
    ])
    func `a number with digits that are dialled only within its country is refused`(spelling: String) {
        #expect(E164(parsing: spelling) == nil)
    }

    @Test func `a stored number is read as it was written`() {
        for text in ["+5215512345678", "+541123456789", "+4407400123456", "+1234567", "+123456789012345"] {
            #expect(E164(stored: text)?.text == text)
        }
        for text in [
            "", "+", "4915112345678", "+0123456789", "+123456", "+1234567890123456", "+49 15112345678",
            "+٤٩١٥١١٢٣٤٥٦٧٨",
        ] {
            #expect(E164(stored: text) == nil)
        }
    }

    @Test func `a spelling of more than 200 bytes is refused`() {
        #expect(E164(parsing: "+4915112345678" + String(repeating: " ", count: 200)) == nil)
    }

    @Test(arguments: [("+4912345", true), ("+491234567890123", true), ("+491234", false), ("+4912345678901234", false)])
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
