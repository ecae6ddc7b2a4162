/// Rules of national numbering plans, by which two international numbers would reach one telephone.
///
/// A network that delivers a message may skip digits that people dial only within a country. Without these rules a person
/// could have two accounts, and twice the messages, with one telephone.
enum NumberingPlan {
    /// Returns the one form that stands for a number, without plus; nil if no telephone has a number like this.
    ///
    /// - Parameter digits: the digits after `+`, each 0…9, the first not 0.
    static func canonical(_ digits: [UInt8]) -> [UInt8]? {
        let code = digits.prefix(CallingCode.length(of: digits) ?? 3), number = Array(digits.dropFirst(code.count))
        let country = code.reduce(0) { $0 * 10 + Int($1) }
        if number.first == 0, !numbersBeginWithZero.contains(country) { return nil }
        if let length = fixedLengths[country] { return number.count == length ? digits : nil }
        switch country {
        case mexico: return code + withoutMobilePrefix(number)
        case argentina: return withMobilePrefix(number).map { code + $0 }
        default: return digits
        }
    }

    /// The countries and networks whose numbers may begin with 0. Everywhere else 0 precedes a number that is dialled within
    /// the country, and is no part of it.
    private static let numbersBeginWithZero: Set<Int> = [
        39, 225, 226, 227, 229, 241, 242, 247, 378, 379, 881, 992,
    ]

    /// The length of a number without the calling code, in the countries in which 1 or 8 precedes a number that is dialled
    /// within the country. With this digit the number would be one longer.
    private static let fixedLengths = [1: 10, 7: 10, 370: 8, 375: 9, 692: 7, 993: 8]

    private static let mexico = 52, argentina = 54

    /// Until 2019 a call to a mobile telephone of Mexico took a 1 before its ten digits. It is not needed any more, and
    /// still accepted.
    private static func withoutMobilePrefix(_ number: [UInt8]) -> [UInt8] {
        number.count == 11 && number[0] == 1 ? Array(number.dropFirst()) : number
    }

    /// A mobile telephone of Argentina has 9 before its ten digits in international form, which many people leave out. Codes
    /// are sent to mobile telephones only, so 9 is added. Within the country the prefix is 15, after the area code; a number
    /// with it is too long.
    private static func withMobilePrefix(_ number: [UInt8]) -> [UInt8]? {
        switch number.count {
        case 10: [9] + number
        case 11: number[0] == 9 ? number : nil
        default: nil
        }
    }
}
