/// The reasons why a whole file cannot be read or written. The description is a sentence for a person.
public enum ExchangeFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file has no bytes but white space.
    case empty
    /// The file is over ``EntryFile/mostBytes`` bytes.
    case tooLarge
    /// The file has more line breaks than a service reads (``EntryFile/mostLines``).
    case tooManyLines
    /// The file has over ``EntryFile/mostEntries`` entries.
    case tooManyEntries
    /// The content is that of no format that is known here.
    case unknownFormat
    /// The file is not UTF-8 text, which the format is.
    case notText(ExchangeFormat)
    /// The file breaks off, or is not of its format. Nothing of it was used.
    case damaged(ExchangeFormat, why: String)
    /// The content begins like JSON and is not valid JSON, and its format is not known. Nothing of it was used.
    case damagedJSON(byteOffset: Int)
    /// The file is encrypted, and no password was given; or the archive is written with a password only.
    case passwordNeeded(ExchangeFormat)
    /// The password does not open the file. A changed file looks the same.
    case wrongPassword(ExchangeFormat)
    /// The file is encrypted in a way that is not supported; the text says what to do.
    case unsupportedEncryption(ExchangeFormat, advice: String)
    /// The file was written by a newer version.
    case newerVersion(ExchangeFormat)
    /// The format is only read.
    case notWritable(ExchangeFormat)
    /// The format is not written with a password.
    case notEncrypted(ExchangeFormat)
    /// An entry cannot be written in the format. The text names it by issuer and account name.
    case entryDoesNotFit(ExchangeFormat, entry: String, why: String)

    public var description: String {
        switch self {
        case .empty: "The file is empty."
        case .tooLarge: "The file is over \(EntryFile.mostBytes >> 20) MiB."
        case .tooManyLines: "The file has over \(EntryFile.mostLines) lines."
        case .tooManyEntries: "The file has over \(EntryFile.mostEntries) entries."
        case .unknownFormat:
            "The format of the file is not known here. If you know it, name it: "
                + ExchangeFormat.allCases.map(\.rawValue).joined(separator: ", ") + "."
        case .notText(let format): "The file is not UTF-8 text, and so it is not \(format.title)."
        case .damaged(let format, let why):
            "The file is damaged, breaks off, or is not \(format.title): \(why). Nothing of it was used."
        case .damagedJSON(let offset):
            "The file is damaged or breaks off: its JSON cannot be read at byte \(offset). Nothing of it was used."
        case .passwordNeeded(let format): "The file is \(format.title) with a password, and none was given."
        case .wrongPassword(let format):
            "The password does not open the file (\(format.title)), or the file was changed. Nothing of it was used."
        case .unsupportedEncryption(let format, let advice):
            "The file is \(format.title) with an encryption that is not supported here. \(advice)"
        case .newerVersion(let format): "The file is \(format.title) of a newer version than is known here."
        case .notWritable(let format): "Entries are not written as \(format.title), only read."
        case .notEncrypted(let format): "A file that is \(format.title) is not written with a password here."
        case .entryDoesNotFit(let format, let entry, let why):
            "\(entry) does not fit into \(format.title): \(why). Nothing was written. Choose another format, or change the entry."
        }
    }
    /// The name that programs branch on.
    public var name: String {
        switch self {
        case .empty: "fileEmpty"
        case .tooLarge: "fileTooLarge"
        case .tooManyLines: "fileTooManyLines"
        case .tooManyEntries: "fileTooManyEntries"
        case .unknownFormat: "fileFormatUnknown"
        case .notText: "fileNotText"
        case .damaged, .damagedJSON: "fileDamaged"
        case .passwordNeeded: "filePasswordNeeded"
        case .wrongPassword: "filePasswordWrong"
        case .unsupportedEncryption: "fileEncryptionUnsupported"
        case .newerVersion: "fileOfNewerVersion"
        case .notWritable: "formatNotWritable"
        case .notEncrypted: "formatNotEncrypted"
        case .entryDoesNotFit: "entryDoesNotFit"
        }
    }
}
