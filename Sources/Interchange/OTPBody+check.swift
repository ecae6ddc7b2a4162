public import Contracts
import OTP
import Primitives

/// The member of an entry that is out of its bounds. The description is a sentence for a person and never repeats the value.
public struct OTPBodyFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let member: OTPBody.CodingKeys
    /// The part of a sentence that follows a colon.
    public let why: String

    init(_ member: OTPBody.CodingKeys, why: String) { (self.member, self.why) = (member, why) }

    /// The member as a sentence names it.
    var title: String { member == .accountName ? "account name" : member.rawValue }

    public var description: String { "The \(title) cannot be used: \(why)." }
}

extension OTPBody {
    /// The number of digits of a code, except Steam's.
    static let codeDigits = 6...8
    /// The validity of a code in seconds where an entry does not state it.
    static let defaultPeriod = 30

    /// Checks that all members are within the bounds of the type.
    ///
    /// The vault, the device, and the readers and writers of files all use this check, so that what one of them accepts the
    /// others accept too.
    public func check() throws(OTPBodyFault) {
        try Self.check(label: issuer, as: .issuer)
        try Self.check(label: accountName, as: .accountName)
        guard secret.unicodeScalars.count <= Self.keyCharacters.upperBound else {
            throw OTPBodyFault(.secret, why: "its Base32 is longer than \(Self.keyCharacters.upperBound) characters")
        }
        guard let key = Base32.decode(secret), !key.isEmpty else {
            throw OTPBodyFault(.secret, why: "it is not the Base32 of at least one byte")
        }
        guard type == .steam ? digits == SteamCode.length : Self.codeDigits.contains(digits) else {
            throw OTPBodyFault(
                .digits,
                why: type == .steam
                    ? "Steam's codes have \(SteamCode.length)"
                    : "codes have \(Self.codeDigits.lowerBound) to \(Self.codeDigits.upperBound)")
        }
        guard period.map(Self.periods.contains) ?? true else {
            throw OTPBodyFault(.period, why: "it is not 1 to \(Self.periods.upperBound) seconds")
        }
        switch type {
        case .totp: return
        case .hotp:
            guard let counter, counter.value >= 0 else { throw OTPBodyFault(.counter, why: "it is not 0 or more") }
        case .steam:
            guard algorithm == .sha1 else { throw OTPBodyFault(.algorithm, why: "Steam's codes are made with SHA1") }
            guard (period ?? SteamCode.period) == SteamCode.period else {
                throw OTPBodyFault(.period, why: "Steam's codes change every \(SteamCode.period) s")
            }
        }
    }

    /// Checks a new issuer or account name.
    public static func check(label: String, as member: CodingKeys) throws(OTPBodyFault) {
        guard labelCharacters.contains(label.unicodeScalars.count) else {
            throw OTPBodyFault(member, why: "it is longer than \(labelCharacters.upperBound) characters")
        }
        guard !label.unicodeScalars.contains("\0") else { throw OTPBodyFault(member, why: "it holds a NUL character") }
    }

    /// The same entry as files hold it: the key in upper case without spaces and padding, a period exactly where codes
    /// depend on the time, and a counter exactly where they depend on one.
    var normalised: OTPBody {
        var body = self
        body.secret = Base32.decode(secret).map(Base32.encode) ?? secret
        body.period = type == .hotp ? nil : period ?? Self.defaultPeriod
        if type != .hotp { body.counter = nil }
        return body
    }
}
