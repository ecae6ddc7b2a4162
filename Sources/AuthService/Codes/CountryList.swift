public import Primitives

/// The countries that codes are sent to, by the digits that their numbers begin with.
public struct CountryList: Sendable, Hashable {
    /// The digits, without plus.
    private let prefixes: [String]

    /// Parses calling codes separated by commas, such as `49,43,41`, each with or without `+`. Further digits narrow a
    /// country down, for example `1204` to a part of North America; a code has at most seven digits.
    ///
    /// Returns nil for an empty text, for more than 300 codes, for a code that does not begin with the calling code
    /// of a country or network, such as `all` or `4`, and for one that no number in canonical form begins with, such as
    /// `521` or `5411`.
    public init?(_ text: String) {
        var prefixes: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let trimmed = part.drop { $0 == " " }, digits = trimmed.first == "+" ? trimmed.dropFirst() : trimmed
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.utf8.count <= 7 else { return nil }
            let values = digits.utf8.map { $0 - 0x30 }
            guard CallingCode.length(of: values) != nil, E164.mayBegin(with: values) else { return nil }
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
}
