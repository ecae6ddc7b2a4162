import Primitives
@_spi(_Unicode) import Swift

/// Unicode's Normalization Form KC (UAX #15), for most characters that a keyboard can type.
///
/// The standard library has the canonical forms only, and Foundation's data would add 30 MB to the programs. So this
/// type replaces the compatibility characters that keyboards and phones produce, and refuses every other one. It also
/// refuses what nobody can see or type again: control and format characters, variation selectors, private use, and code
/// points that are unassigned in the standard library's version of Unicode. Wherever it accepts a text, its result is
/// that of every complete implementation, in this and each later version of Unicode.
enum NFKC {
    /// Decomposes the text canonically, replaces its compatibility characters, and composes the result.
    static func normalize(_ text: String) throws(PINSecretFault) -> String {
        var decomposed = ""
        for scalar in text._nfd {
            if let replacement = replacement(for: scalar) {
                decomposed += replacement
            } else {
                guard isAccepted(scalar) else { throw .refusedCharacter(scalar) }
                decomposed.unicodeScalars.append(scalar)
            }
        }
        var composed = ""
        for scalar in decomposed._nfc { composed.unicodeScalars.append(scalar) }
        return composed
    }

    /// True for a character that is shown and that has no compatibility decomposition.
    private static func isAccepted(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isPrintable && scalar.properties.generalCategory != .unassigned
            && (isStable(scalar) || isStableExceptForCase(scalar))
    }

    /// True for a character that neither compatibility normalisation nor case folding changes. Folding removes what is
    /// invisible by default, such as variation selectors, so none of that is stable.
    private static func isStable(_ scalar: Unicode.Scalar) -> Bool { !scalar.properties.changesWhenNFKCCaseFolded }

    /// True for a character that case folding changes and compatibility normalisation does not. The standard library
    /// tells only whether one of the two does. An upper-case letter passes if its lower-case letter is stable and has it
    /// as its upper case; this excludes the symbol ϴ, whose lower case θ has the letter Θ.
    private static func isStableExceptForCase(_ scalar: Unicode.Scalar) -> Bool {
        if changedByCaseFoldingOnly.contains(where: { $0.contains(scalar) }) { return true }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        guard lower.count == 1, let letter = lower.first, letter != scalar, isStable(letter) else { return false }
        return letter.properties.uppercaseMapping.unicodeScalars.elementsEqual([scalar])
    }

    /// ß and ẞ, final sigma, iota subscript, old forms of Cyrillic letters, and the lower case of Cherokee, which folds to
    /// the upper.
    private static let changedByCaseFoldingOnly: [ClosedRange<Unicode.Scalar>] = [
        "ß"..."ß", "ẞ"..."ẞ", "ς"..."ς", "\u{345}"..."\u{345}", "\u{1C80}"..."\u{1C88}", "\u{13F8}"..."\u{13FD}",
        "\u{AB70}"..."\u{ABBF}",
    ]

    /// The compatibility decomposition of a compatibility character that keyboards produce; nil for every other
    /// character.
    private static func replacement(for scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\u{FF01}"..."\u{FF5E}": Unicode.Scalar(scalar.value - 0xFEE0).map(String.init)  // full-width ASCII
        case "\u{A0}", "\u{2002}"..."\u{200A}", "\u{202F}", "\u{205F}", "\u{3000}": " "
        case _: keyboardCharacters[scalar]
        }
    }

    private static let keyboardCharacters: [Unicode.Scalar: String] = [
        // Dead keys that are followed by a space.
        "¨": " \u{308}", "¯": " \u{304}", "´": " \u{301}", "¸": " \u{327}", "˘": " \u{306}", "˙": " \u{307}",
        "˚": " \u{30A}", "˛": " \u{328}", "˜": " \u{303}", "˝": " \u{30B}", "\u{384}": " \u{301}",
        // Keys of European keyboards.
        "ª": "a", "º": "o", "¹": "1", "²": "2", "³": "3", "µ": "μ", "№": "No", "™": "TM",
        "¼": "1\u{2044}4", "½": "1\u{2044}2", "¾": "3\u{2044}4",
        // Typed for three dots by phones.
        "…": "...",
        // The vowel am of Thai and of Lao.
        "\u{E33}": "\u{E4D}\u{E32}", "\u{EB3}": "\u{ECD}\u{EB2}",
    ]
}
