import Contracts
import OTP
import Primitives

/// The members of an entry as a file has them, before they are checked. Numbers are kept as text, because a file may
/// hold any.
struct EntryFields {
    enum Key {
        /// Base32 as people and other apps write it.
        case text(String)
        case bytes([UInt8])
    }

    var issuer = ""
    var accountName = ""
    /// A type in upper or lower case; nil for totp.
    var type: String?
    var key: Key?
    var algorithm: String?
    var digits: String?
    var period: String?
    var counter: String?

    /// Checks the members and makes the entry of them.
    func body() throws(EntryFault) -> OTPBody {
        guard let type = OTPType(rawValue: type?.lowercased() ?? "totp") else { throw .unknownType }
        let body = OTPBody(
            accountName: accountName, issuer: issuer, type: type, secret: try normalisedSecret(),
            algorithm: try knownAlgorithm(),
            digits: type == .steam
                ? SteamCode.length : try Self.number(digits, "digits", OTPBody.codeDigits, default: 6),
            period: type == .hotp
                ? nil : try Self.number(period, "period", OTPBody.periods, default: OTPBody.defaultPeriod),
            counter: type == .hotp ? try counterValue() : nil)
        do throws(OTPBodyFault) {
            try body.check()
        } catch {
            throw .refused(error.title, why: error.why)
        }
        return body
    }

    private func normalisedSecret() throws(EntryFault) -> String {
        let bytes: [UInt8]?
        switch key {
        case nil, .text(""): throw .missing("secret")
        case .text(let text): bytes = Base32.decode(text)
        case .bytes(let given): bytes = given
        }
        guard let bytes else { throw .refused("secret", why: "it is not Base32") }
        return Base32.encode(bytes)
    }

    private func knownAlgorithm() throws(EntryFault) -> OTPAlgorithm {
        guard let algorithm else { return .sha1 }
        let name = algorithm.uppercased().filter { $0 != "-" }
        guard let known = OTPAlgorithm(rawValue: name.hasPrefix("HMAC") ? String(name.dropFirst(4)) : name) else {
            throw .refused("algorithm", why: "it is none of SHA1, SHA256 and SHA512")
        }
        return known
    }

    private static func number(
        _ text: String?, _ name: String, _ bounds: ClosedRange<Int>, default fallback: Int
    ) throws(EntryFault) -> Int {
        guard let text else { return fallback }
        guard isDecimal(text), let number = Int(text), bounds.contains(number) else {
            throw .refused(name, why: "it is not a number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return number
    }

    private func counterValue() throws(EntryFault) -> DecimalInt64 {
        guard let counter else { throw .missing("counter") }
        guard Self.isDecimal(counter), let number = Int64(counter) else {
            throw .refused("counter", why: "it is not a number")
        }
        return DecimalInt64(number)
    }

    private static func isDecimal(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
