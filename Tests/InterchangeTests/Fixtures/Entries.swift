import Contracts
import Interchange
import Primitives
import Support

/// Entries that tests write in every format.
enum Entries {
    static let totp = OTPBody(
        accountName: "ada@example.org", issuer: "Bank", type: .totp, secret: "JBSWY3DPEHPK3PXP", algorithm: .sha1,
        digits: 6, period: 30)
    static let long = OTPBody(
        accountName: "Ä, \"B\" & C: 1", issuer: "日本 = 100%", type: .totp,
        secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", algorithm: .sha256, digits: 8, period: 30)
    static let sha512 = OTPBody(
        accountName: "", issuer: "Mail", type: .totp, secret: "MZXW6YTB", algorithm: .sha512, digits: 6, period: 30)
    static let slow = OTPBody(
        accountName: "Bank: slow", issuer: "Bank", type: .totp, secret: "MZXW6YTBOI", algorithm: .sha1, digits: 7,
        period: 60)
    static let hotp = OTPBody(
        accountName: "token", issuer: "", type: .hotp, secret: "GEZDGNBVGY3TQOJQ", algorithm: .sha1, digits: 6,
        counter: DecimalInt64(41))
    static let steam = OTPBody(
        accountName: "gaben", issuer: "Steam", type: .steam, secret: "STK7746GVMCHMNH5FBIAQXGPV3I7ZHRG",
        algorithm: .sha1, digits: 5, period: 30)
    static let unnamed = OTPBody(
        accountName: "", issuer: "", type: .totp, secret: "ON2XEZI", algorithm: .sha1, digits: 6, period: 30)

    static let all = [totp, long, sha512, slow, hotp, steam, unnamed]

    static let password = FilePassword(wire: "correct horse, Käfer")

    /// The entries that a format can hold.
    static func fitting(_ format: ExchangeFormat) -> [OTPBody] {
        switch format {
        case .google: [totp, long, sha512, hotp, unnamed]
        case .bitwarden, .bitwardenCSV: [totp, long, sha512, slow, steam, unnamed]
        case .archive, .otpauth, .aegis, .twoFAS, .ente, .andOTP, .freeOTPPlus, .csv: all
        case .raivo: []
        }
    }

    static let writable = ExchangeFormat.allCases.filter(\.isWritable)

    /// A file with entries; encrypted where the format needs it, or where `isEncrypted` asks for it.
    static func file(
        _ format: ExchangeFormat, _ entries: [OTPBody]? = nil, isEncrypted: Bool = false
    ) throws -> [UInt8] {
        try EntryFile.write(
            entries ?? fitting(format), as: format,
            password: isEncrypted || format == .archive ? password : nil, random: SeededRandom().random)
    }

    /// Different entries, as many as asked for.
    static func many(_ count: Int) -> [OTPBody] {
        (0..<count).map { index in
            var body = totp
            body.accountName = "person\(index)@example.org"
            body.secret = Base32.encode(Array("key \(index) of many".utf8))
            return body
        }
    }
}

extension ReadFile {
    /// The entries that can be used.
    var bodies: [OTPBody] { entries.compactMap { try? $0.outcome.get() } }

    /// The positions and reasons of those that cannot.
    var refusals: [String] {
        entries.compactMap { entry in
            guard case .failure(let fault) = entry.outcome else { return nil }
            return "\(entry.position): \(fault)"
        }
    }
}

extension [UInt8] {
    init(_ text: String) { self = Array(text.utf8) }
}
