/// Rules of national numbering plans that give each telephone one international number.
///
/// A network may deliver to more than one form of a number, for example without a digit that people dial only within the
/// country. Each form would otherwise have an account and send limits of its own.
enum NumberingPlan {
    /// Returns the one form that stands for a number, without plus; nil if no telephone has a number like this.
    ///
    /// - Parameter digits: the digits after `+`, each 0…9, the first not 0.
    static func canonical(_ digits: [UInt8]) -> [UInt8]? {
        let (code, number) = split(digits)
        if number.first == 0, !mayBeginWithZero(code) { return nil }
        guard let plan = plans[code] else { return digits }
        return plan(number).map { digits.prefix(digits.count - number.count) + $0 }
    }

    /// False if no canonical number begins with these digits.
    static func mayBegin(_ digits: [UInt8]) -> Bool {
        let (code, number) = split(digits)
        guard let first = number.first else { return true }
        if first == 0 { return mayBeginWithZero(code) }
        switch code {
        case mexico: return first != 1
        case argentina: return first == 9
        default: return true
        }
    }

    /// The calling code and the digits after it. A code that is not assigned is taken for one of three digits, as most are.
    private static func split(_ digits: [UInt8]) -> (code: Int, number: [UInt8]) {
        let code = digits.prefix(CallingCode.length(of: digits) ?? 3)
        return (code.reduce(0) { $0 * 10 + Int($1) }, Array(digits.dropFirst(code.count)))
    }

    private static let mexico = 52, argentina = 54

    /// True for the countries whose numbers may begin with 0. Elsewhere 0 precedes a number that is dialled within the
    /// country, or begins a number to which no text message can be sent.
    private static func mayBeginWithZero(_ code: Int) -> Bool {
        [39, 225, 226, 229, 241, 242, 378, 992].contains(code)
    }

    /// The rules by calling code. Each takes the digits after the code and returns the canonical ones; nil if no telephone
    /// has a number like this.
    private static let plans: [Int: @Sendable ([UInt8]) -> [UInt8]?] = [
        // 1 or 8 precedes a number that is dialled within the country, and makes it one digit longer.
        1: { $0.count == 10 ? $0 : nil },
        7: { $0.count == 10 ? $0 : nil },
        370: { $0.count == 8 ? $0 : nil },
        375: { $0.count == 9 ? $0 : nil },
        692: { $0.count == 7 ? $0 : nil },
        993: { $0.count == 8 ? $0 : nil },
        // A call that the receiver pays has 90 before the number in Brazil, which has at most eleven digits.
        55: { $0.count <= 11 ? $0 : nil },
        mexico: { number in
            // Until 2019 a call to a mobile telephone took a 1 before its ten digits. It is still accepted.
            let ten = number.first == 1 ? Array(number.dropFirst()) : number
            return ten.count == 10 && ten[0] > 1 ? ten : nil
        },
        argentina: { number in
            // A mobile telephone has 9 before its ten digits, which many people leave out. Codes are sent to mobile telephones
            // only, so 9 is added. Area codes begin with 11, 2 or 3. Within the country the prefix is 15, after the area
            // code, which makes a number too long.
            let ten = number.first == 9 ? Array(number.dropFirst()) : number
            guard ten.count == 10, ten.starts(with: [1, 1]) || ten[0] == 2 || ten[0] == 3 else { return nil }
            return [9] + ten
        },
        // Since 2024 the numbers of Benin have 01 before the eight digits that they had.
        229: { $0.count == 8 ? [0, 1] + $0 : $0 },
        // The mobile numbers of Norfolk Island have 3 before the five digits that people dial there.
        672: { $0.count == 5 ? [3] + $0 : $0 },
        // The numbers of Gabon have eight digits since 2019. Within the country 0 precedes them.
        241: { $0.count == 9 && $0[0] == 0 ? Array($0.dropFirst()) : $0 },
    ]
}
