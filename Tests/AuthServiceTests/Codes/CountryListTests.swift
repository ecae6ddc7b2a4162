import AuthService
import Primitives
import Testing

@Suite struct `The setting countries` {
    @Test(arguments: [
        "49", "+49", "49,43,41", "49, 43", "1", "1204", "7", "420", "4915112", "211", "258", "382", "998", "678", "979",
        "52", "5255", "54", "549", "54911", "39", "3906", "22501",
    ])
    func `takes calling codes, and codes that narrow a country down`(text: String) {
        #expect(CountryList(text) != nil)
    }

    @Test(arguments: [
        "", "all", "*", "4", "42", "0", "049", "49,", ",49", "49;43", "49 43", "+", "++49", "DE", "49151123",
        "4\u{669}", "999", "9991", "210", "259", "384", "671", "684", "800,999",
        "521", "52155", "5411", "541", "440", "49015", "70",
    ])
    func `refuses what names no country`(text: String) {
        #expect(CountryList(text) == nil)
    }

    @Test(arguments: [(300, true), (301, false)])
    func `takes 300 codes and not one more`(count: Int, isTaken: Bool) {
        #expect((CountryList(Array(repeating: "49", count: count).joined(separator: ",")) != nil) == isTaken)
    }

    @Test(arguments: [
        ("+4915112345678", true), ("+4312345678", true), ("+33612345678", false), ("+12045550100", true),
        ("+12125550100", false), ("+447700900123", false),
    ])
    func `allows numbers that begin with one of the codes`(phone: String, isAllowed: Bool) throws {
        let countries = try #require(CountryList("49,43,1204"))
        #expect(countries.contains(try #require(E164(parsing: phone))) == isAllowed)
    }
}
