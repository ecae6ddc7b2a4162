/// The alphabet that text messages have by default (3GPP TS 23.038, section 6.2.1).
enum GSMAlphabet {
    private static let characters = Set(
        """
        @£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§\
        ¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€
        """)

    /// True if the text can be sent in this alphabet; any other text needs two bytes a character.
    static func holds(_ text: String) -> Bool { text.allSatisfy(characters.contains) }
}
