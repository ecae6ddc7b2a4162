public import PIN

/// A PIN or a passphrase as a person typed it. It is never printed: a program reads it from standard input, where
/// ``text`` is one line.
public struct EnteredPIN: Decodable, Sendable, CustomStringConvertible, CustomReflectable {
    public let secret: PINSecret
    /// The text as it was typed. It is used only as the standard input of a command.
    let text: String

    /// Accepts 4…12 digits, or a passphrase.
    public init(typed text: String) throws(ArgumentFault) {
        self.text = text
        do {
            secret =
                try text.utf8.count <= PINSecret.digitCounts.upperBound && text.allSatisfy(\.isASCIIDigit)
                ? PINSecret(digits: text) : PINSecret(passphrase: text)
        } catch {
            throw ArgumentFault(error)
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(typed: container.decode(String.self))
        } catch let fault as ArgumentFault {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: fault.sentence)
        }
    }

    public var description: String { "EnteredPIN(••••)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}

extension ArgumentFault {
    /// Says what a text must be to be a PIN or a passphrase. The text is not repeated.
    fileprivate init(_ fault: PINSecretFault) {
        let digits = PINSecret.accountDigitCounts, lengths = PINSecret.passphraseLengths
        switch fault {
        case .notDigits, .tooShort, .tooLong:
            self.init(
                """
                A PIN has \(digits.lowerBound) to \(digits.upperBound) digits, a passphrase \(lengths.lowerBound) to \
                \(lengths.upperBound) characters.
                """)
        case .refusedCharacter:
            self.init(
                "The passphrase has a character that not every keyboard writes in the same way. Choose another one.")
        }
    }
}
