import Contracts
import Domain
public import Interchange
import Primitives
import StrictJSON

/// The result of an import: each entry of the file is in exactly one of the three lists.
public struct ImportReport: Sendable {
    /// An entry of the file that is here already, or earlier in the file.
    public struct Duplicate: Sendable {
        public enum Original: Sendable {
            case here(LocalEntry)
            case earlier(EntryPosition)
        }

        public let position: EntryPosition
        public let original: Original
    }

    /// A part of the file that is no entry.
    public struct Rejected: Sendable {
        public let position: EntryPosition
        /// A sentence that never repeats the shared key.
        public let reason: String
    }

    public let format: ExchangeFormat
    /// The entries that were added; in a dry run those that would be, under ids that are not used.
    public internal(set) var added: [LocalEntry] = []
    public internal(set) var duplicates: [Duplicate] = []
    public internal(set) var rejected: [Rejected] = []
    public let remarks: [FileRemark]
}

extension Device {
    /// Adds the entries of a file that are not here, all in one transaction. An entry of another account is no duplicate: it
    /// is not this person's. A locked device adds entries too, unless there are synchronised ones that it cannot open: an
    /// equal one among them would not be found.
    ///
    /// - Parameters:
    ///   - format: nil to find it from the content.
    ///   - password: opens an encrypted file.
    ///   - isDryRun: true to add nothing and only report.
    /// - Throws: `DeviceFault.file` for a file that cannot be read as a whole, and `locked` while synchronised entries cannot
    ///   be opened; then nothing was added.
    public func importEntries(
        from file: [UInt8], as format: ExchangeFormat? = nil, password: FilePassword? = nil, isDryRun: Bool = false
    ) async throws(DeviceFault) -> ImportReport {
        let read: ReadFile
        do {
            read = try EntryFile.read(file, as: format, password: password)
        } catch {
            throw .file(error)
        }
        if isDryRun { return try await store.read { try report(of: read, $0) } }
        return try await store.write { transaction in
            let report = try report(of: read, transaction)
            if transaction.profile.standing?.canAdd == false, !report.added.isEmpty { throw DeviceFault.resettingPIN }
            for entry in report.added { try transaction.put(entry) }
            return report
        }
    }

    private func report(of file: ReadFile, _ transaction: StoreTransaction) throws -> ImportReport {
        if !transaction.opensSynchronisedRows, try transaction.unopenedRows() > 0 { throw DeviceFault.locked }
        var report = ImportReport(format: file.format, remarks: file.remarks)
        var known: [EntryFingerprint: ImportReport.Duplicate.Original] = [:]
        for entry in try transaction.entries() where entry.isVisible && !transaction.isForeign(entry) {
            if let fingerprint = entry.body.flatMap(EntryFingerprint.init) { known[fingerprint] = .here(entry) }
        }
        for entry in file.entries {
            switch entry.outcome {
            case .failure(let fault): report.rejected.append(.init(position: entry.position, reason: "\(fault)"))
            case .success(let body):
                let fingerprint = EntryFingerprint(body)
                if let original = known[fingerprint] {
                    report.duplicates.append(.init(position: entry.position, original: original))
                } else {
                    known[fingerprint] = .earlier(entry.position)
                    report.added.append(
                        LocalEntry(
                            id: random.id(), kind: "otp", base: nil, body: try body.object(), createdAt: clock.now,
                            owner: transaction.ownerOfNewEntries))
                }
            }
        }
        return report
    }
}
