public import Primitives

/// The countries that codes are sent to, by the digits that their numbers begin with.
public struct CountryList: Sendable, Hashable {
    /// The digits, without plus.
    private let prefixes: [String]

    /// Parses calling codes separated by commas, such as `49,43,41`, each with or without `+`. Further digits narrow a
    /// country down, for example `1204` to a part of North America; a code has at most seven digits.
    ///
    /// Returns nil for an empty text, for more than 300 codes, and for a code that does not begin with the calling code
    /// of a country or network, such as `all` or `4`.
    public init?(_ text: String) {
        var prefixes: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let trimmed = part.drop { $0 == " " }, digits = trimmed.first == "+" ? trimmed.dropFirst() : trimmed
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.utf8.count <= 7,
                Self.beginsWithCallingCode(digits)
            else { return nil }
            prefixes.append(String(digits))
        }
        guard prefixes.count <= 300 else { return nil }
        self.prefixes = prefixes
    }

    /// True if codes are sent to a number.
    public func contains(_ phone: E164) -> Bool {
        let digits = phone.digits
        return prefixes.contains { digits.hasPrefix($0) }
    }

    /// The country calling codes of two digits (ITU-T E.164). The codes of North America (1) and of Russia and
    /// Kazakhstan (7) have one digit; all others have three, and none of them begins with one of these.
    private static let twoDigits: Set<String> = [
        "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49",
        "51",
        "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81", "82", "84", "86",
        "90",
        "91", "92", "93", "94", "95", "98",
    ]

    /// The codes of three digits: the first two, and each third digit that is assigned to a country or a network.
    private static let threeDigits: [String: String] = [
        "21": "12368", "22": "0123456789", "23": "0123456789", "24": "0123456789", "25": "012345678",
        "26": "0123456789", "29": "01789", "35": "0123456789", "37": "0123456789", "38": "01235679", "42": "013",
        "50": "0123456789", "59": "0123456789", "67": "023456789", "68": "012356789", "69": "012", "80": "08",
        "85": "02356", "87": "08", "88": "01236", "96": "012345678", "97": "012345679", "99": "2345678",
    ]

    private static func beginsWithCallingCode(_ digits: Substring) -> Bool {
        guard let first = digits.first, first != "0" else { return false }
        if first == "1" || first == "7" || twoDigits.contains(String(digits.prefix(2))) { return true }
        guard digits.count >= 3 else { return false }
        return digits.dropFirst(2).first.map { threeDigits[String(digits.prefix(2))]?.contains($0) ?? false } ?? false
    }
}
