public import Contracts
public import Primitives

/// Reads and writes the files in which authenticators exchange entries. Nothing here opens a file or keeps anything.
public enum EntryFile {
    /// The largest file that is read, in bytes.
    public static let mostBytes = 16 << 20
    /// The most elements of a list in a file, and the most lines of one that a service reads.
    public static let mostLines = 100_000
    /// The most entries of a file.
    public static let mostEntries = 100_000

    /// Reads a file.
    ///
    /// A part of the file that is no entry is one refused ``ReadEntry`` and does not affect the others. A file that breaks
    /// off, does not open, or is not of its format is refused as a whole.
    ///
    /// An encrypted file may take a second and 256 MiB, because its parameters come from the file itself.
    ///
    /// - Parameter format: nil to find it from the content.
    /// - Parameter password: used only for an encrypted file.
    /// - Parameter mostLines: the most line breaks of a file that is no JSON. A service states it, because each line needs
    ///   memory for its report.
    public static func read(
        _ bytes: [UInt8], as format: ExchangeFormat? = nil, password: FilePassword? = nil,
        mostLines: Int = .max
    ) throws(ExchangeFault) -> ReadFile {
        guard bytes.count <= mostBytes else { throw .tooLarge }
        let content = FileContent(bytes)
        guard !content.isBlank else { throw .empty }
        guard content.looksLikeJSON || !content.hasOver(mostLines) else { throw .tooManyLines }
        let format = if let format { format } else { try content.detectedFormat() }
        switch format {
        case .otpauth, .google: return try AddressList.read(try content.text(format), as: format)
        case .ente: return try EnteFile.read(content)
        case .archive: return try ArchiveFile.read(try content.object(format), password)
        case .aegis: return try AegisFile.read(try content.object(format), password)
        case .twoFAS: return try TwoFASFile.read(try content.object(format), password)
        case .bitwarden: return try BitwardenFile.read(try content.object(format))
        case .andOTP: return try AndOTPFile.read(content, password)
        case .freeOTPPlus: return try FreeOTPPlusFile.read(try content.object(format))
        case .raivo: return try RaivoFile.read(try content.json(format))
        case .csv, .bitwardenCSV: return try CSVFile.read(try content.text(format), as: format)
        }
    }

    /// Writes a file with all entries, or throws: a file is never written with some of them.
    ///
    /// - Parameter password: encrypts the file. An archive needs one; ``ExchangeFormat/isWrittenEncrypted`` says which
    ///   formats take one.
    public static func write(
        _ entries: [OTPBody], as format: ExchangeFormat, password: FilePassword? = nil, random: RandomSource
    ) throws(ExchangeFault) -> [UInt8] {
        guard format.isWritable else { throw .notWritable(format) }
        if password != nil, !format.isWrittenEncrypted { throw .notEncrypted(format) }
        switch format {
        case .otpauth, .ente: return AddressList.write(entries)
        case .google: return try MigrationAddress.write(entries, random)
        case .archive: return try ArchiveFile.write(entries, password, random)
        case .aegis: return try AegisFile.write(entries, password, random)
        case .twoFAS: return TwoFASFile.write(entries)
        case .bitwarden: return try BitwardenFile.write(entries, random)
        case .bitwardenCSV: return try CSVFile.writeBitwarden(entries)
        case .andOTP: return AndOTPFile.write(entries)
        case .freeOTPPlus: return FreeOTPPlusFile.write(entries)
        case .csv: return CSVFile.write(entries)
        case .raivo: throw .notWritable(format)
        }
    }
}

extension ExchangeFault {
    /// Says why an entry cannot be written in a format. The entry is named by its labels.
    static func doesNotFit(_ body: OTPBody, _ format: ExchangeFormat, why: String) -> ExchangeFault {
        .entryDoesNotFit(format, entry: "“\(body.issuer): \(body.accountName)”", why: why)
    }
}
