public import Contracts
public import Primitives

/// Reads and writes the files in which authenticators exchange entries. Nothing here opens a file or keeps anything.
public enum EntryFile {
    /// The largest file that is read, in bytes.
    public static let mostBytes = 16 << 20
    /// The most lines of a file that a service reads.
    public static let mostLines = 100_000
    /// The most entries of a file.
    public static let mostEntries = 100_000
    /// The most elements of a list, and the most members of an object, in a file of JSON.
    public static let mostElements = 100_000

    /// Reads a file.
    ///
    /// A part of the file that is no entry is one refused ``ReadEntry`` and does not affect the others. A file that breaks
    /// off, does not open, or is not of its format is refused as a whole.
    ///
    /// An encrypted file may take seconds and much memory, because its parameters come from the file itself. The page
    /// Interchange states the bounds.
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

    /// Writes a file with all entries, or throws: a file is never written with some of them. An entry that no reader would
    /// accept is refused too.
    ///
    /// - Parameter password: encrypts the file. An archive needs one; ``ExchangeFormat/isWrittenEncrypted`` says which
    ///   formats take one.
    public static func write(
        _ entries: [OTPBody], as format: ExchangeFormat, password: FilePassword? = nil, random: RandomSource
    ) throws(ExchangeFault) -> [UInt8] {
        guard format.isWritable else { throw .notWritable(format) }
        if password != nil, !format.isWrittenEncrypted { throw .notEncrypted(format) }
        var checked: [OTPBody] = []
        for body in entries { checked.append(try readable(body, format)) }
        return try write(checked, format, password, random)
    }

    /// The entry in the form in which files hold it.
    private static func readable(_ body: OTPBody, _ format: ExchangeFormat) throws(ExchangeFault) -> OTPBody {
        do throws(OTPBodyFault) {
            try body.check()
        } catch {
            throw .doesNotFit(body, format, why: "the \(error.title) cannot be used, because \(error.why)")
        }
        return body.normalised
    }

    private static func write(
        _ entries: [OTPBody], _ format: ExchangeFormat, _ password: FilePassword?, _ random: RandomSource
    ) throws(ExchangeFault) -> [UInt8] {
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
