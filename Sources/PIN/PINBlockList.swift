import Cryptography
import Primitives

/// The PINs that are too easily guessed to be accepted. A device checks a new PIN before it derives the key, because the
/// server never sees the digits.
///
/// Most are refused by rule: 16 % of the PINs of 4 digits, and 3.5 % of those of 6. Dates are refused among the 4 digits
/// only: those of 6, with a day, a month and two digits of a year, would be a tenth of all PINs. A birth year of 4 digits
/// is refused at either end of a PIN of any length.
public enum PINBlockList {
    /// The reason a PIN is refused, which an application says in words.
    public enum Refusal: CaseIterable, Hashable, Sendable {
        /// At most two digits are different: 1111, 1212, 7077.
        case fewDigits
        /// A part is repeated, every digit is doubled, or the PIN reads the same backwards: 123123, 112233, 123321.
        case repetition
        /// The digits count up or down by equal steps, or those of each half by steps of 1, or the numbers of two digits
        /// do: 2468, 456123, 102030.
        case sequence
        /// The keys form a line on the keypad, or its corners: 2580, 159753, 1793.
        case keypadPattern
        /// The PIN begins or ends with a year from 1900 to 2039.
        case year
        /// The 4 digits are a day and a month, in either order.
        case date
        /// Many people have chosen this PIN for reasons of other kinds: 5683 spells LOVE.
        case common
        /// The digits stand in the person's own phone number.
        case phoneNumber
    }

    /// The reason to refuse a PIN; nil if it may be used. A text that is not at least 4 ASCII digits gives nil, because
    /// ``PINSecret`` refuses it.
    ///
    /// - Parameter phone: the person's number as the person writes it. The digits of a PIN may stand neither in it nor in
    ///   its international form, nor in its national form with a leading zero.
    public static func refusal(of digits: String, phone: String?) -> Refusal? {
        guard let pin = PINDigits(digits) else { return nil }
        if pin.hasAtMostTwoDigits { return .fewDigits }
        if pin.isRepetition { return .repetition }
        if pin.isSequence { return .sequence }
        if KeypadPattern.matches(pin.values) { return .keypadPattern }
        if pin.hasYear { return .year }
        if pin.isDayAndMonth { return .date }
        if common.contains(digits) { return .common }
        return phone.map { isWithin($0, digits) } ?? false ? .phoneNumber : nil
    }

    /// The reason to refuse what a person has entered; nil if it may be used, as a passphrase may that is not of digits only.
    ///
    /// - Parameter phone: the person's number, as above.
    public static func refusal(of secret: PINSecret, phone: String?) -> Refusal? {
        guard secret.digitCount != nil else { return nil }
        var entered = secret.reveal
        defer { Wipe.bytes(&entered) }
        return refusal(of: String(decoding: entered, as: UTF8.self), phone: phone)
    }

    /// PINs at the top of published frequency lists that no rule finds.
    private static let common: Set<String> = [
        "1342", "1590", "1701", "4128", "5150", "5683",
        "102938", "112358", "124578", "134679", "135790", "142857", "246810", "271828", "314159",
        "5201314", "7895123", "8675309",
        "11235813", "31415926",
    ]

    private static func isWithin(_ phone: String, _ digits: String) -> Bool {
        var forms = [String(phone.filter { $0.isASCII && $0.isNumber })]
        if let number = E164(parsing: phone)?.digits {
            forms.append(number)
            if let code = CallingCode.length(of: number.utf8.map { $0 - UInt8(ascii: "0") }) {
                forms.append("0" + number.dropFirst(code))
            }
        }
        return forms.contains { $0.contains(digits) }
    }
}
