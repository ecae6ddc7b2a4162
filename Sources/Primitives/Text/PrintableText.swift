extension Unicode.Scalar {
    /// True for a character that shows itself and changes nothing around it.
    ///
    /// False for control and format characters (Unicode categories Cc and Cf, which hold the escape character and the
    /// marks that change the direction of writing), for the line and paragraph separators (Zl, Zp), for private use (Co),
    /// and for characters that show nothing, such as the Hangul filler. Variation selectors, which choose between the
    /// forms of an emoji, are true.
    public var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: false
        case _: !properties.isDefaultIgnorableCodePoint || properties.isVariationSelector
        }
    }

    /// True for a printable character that shows something by itself: no space, no blank character such as the empty braille
    /// pattern, no variation selector, and no mark that needs a letter.
    public var isVisible: Bool {
        guard isPrintable, !properties.isWhitespace, !properties.isVariationSelector else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return false
        case _: return !Self.blanks.contains(value)
        }
    }

    /// Characters that are neither spaces nor ignorable and yet have an empty glyph: the empty braille pattern, the musical
    /// null notehead and the two blank hieroglyphs.
    private static let blanks: Set<UInt32> = [0x2800, 0x1D159, 0x13441, 0x13442]

    /// True for the two format characters that join or separate letters, which several scripts and many emoji need.
    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }
}

extension String {
    /// The text in one line that a terminal or a log can show: every character that is not printable is replaced by its
    /// JSON escapes, for example `\u001b`. The two joiners stay.
    public var escapingUnprintable: String {
        guard unicodeScalars.contains(where: { !$0.isPrintable && !$0.isJoiner }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            guard !scalar.isPrintable, !scalar.isJoiner else { return text.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }

    /// The text with every line escaped (``escapingUnprintable``); its line feeds stay.
    public var escapingUnprintableInLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapingUnprintable }
            .joined(separator: "\n")
    }
}
