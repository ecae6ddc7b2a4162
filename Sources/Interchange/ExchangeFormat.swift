/// The formats in which authenticators exchange entries. The raw value is the name on the command line and in calls.
public enum ExchangeFormat: String, Sendable, Hashable, CaseIterable, Codable {
    /// Latchkey's own encrypted archive.
    case archive
    /// A text with one `otpauth://` address on each line.
    case otpauth
    /// The `otpauth-migration://` addresses of Google Authenticator, one for each QR code.
    case google
    /// A vault of Aegis, as JSON.
    case aegis
    /// A backup of 2FAS.
    case twoFAS = "2fas"
    /// An export of Bitwarden's password manager or of Bitwarden Authenticator, as JSON.
    case bitwarden
    /// An export of Bitwarden's password manager as CSV.
    case bitwardenCSV = "bitwarden-csv"
    /// An export of Ente Auth: a text with one `otpauth://` address on each line.
    case ente
    /// A backup of andOTP.
    case andOTP = "andotp"
    /// A backup of FreeOTP+, as JSON.
    case freeOTPPlus = "freeotp+"
    /// An export of Raivo, as JSON.
    case raivo
    /// A table with a header that names its columns.
    case csv

    /// True if entries can be written in this format.
    public var isWritable: Bool { self != .raivo }

    /// True if files of this format are written with a password.
    public var isWrittenEncrypted: Bool { self == .archive || self == .aegis }

    /// The product or format as a sentence names it.
    public var title: String {
        switch self {
        case .archive: "a Latchkey archive"
        case .otpauth: "a list of otpauth addresses"
        case .google: "an export of Google Authenticator"
        case .aegis: "a vault of Aegis"
        case .twoFAS: "a backup of 2FAS"
        case .bitwarden: "an export of Bitwarden"
        case .bitwardenCSV: "a CSV export of Bitwarden"
        case .ente: "an export of Ente Auth"
        case .andOTP: "a backup of andOTP"
        case .freeOTPPlus: "a backup of FreeOTP+"
        case .raivo: "an export of Raivo"
        case .csv: "a CSV table"
        }
    }
}
