import Contracts
import Interchange
import StrictJSON

/// The result of an import: each line that is neither blank nor a comment is in exactly one of the three lists.
public struct ImportReport: Sendable {
    /// A line that is not an otpauth address, by its number from 1.
    public struct RejectedLine: Sendable {
        public let number: Int
        /// A sentence that never repeats the shared key.
        public let reason: String
    }

    public internal(set) var added: [LocalEntry] = []
    /// Numbers, from 1, of lines whose entry was already on this device or earlier in the text.
    public internal(set) var duplicateLines: [Int] = []
    public internal(set) var rejected: [RejectedLine] = []
}

extension Device {
    /// Adds the entries of a text with one otpauth address a line. An entry of another account is no duplicate: it is
    /// not this person's. A locked device adds entries too; while it cannot open the synchronised ones, an equal one among
    /// them is not found.
    public func importEntries(from text: String) async throws(DeviceFault) -> ImportReport {
        var report = ImportReport()
        var known = try await store.read { transaction in
            Set(
                try transaction.entries().filter { $0.isVisible && !transaction.isForeign($0) }
                    .compactMap { $0.body.flatMap(EntryFingerprint.init) })
        }
        for line in OTPAuthList.parse(text) {
            switch line.outcome {
            case .failure(let fault): report.rejected.append(.init(number: line.number, reason: "\(fault)"))
            case .success(let body):
                if try EntryFingerprint(body.object()).map({ known.insert($0).inserted }) ?? true {
                    report.added.append(try await add(body))
                } else {
                    report.duplicateLines.append(line.number)
                }
            }
        }
        return report
    }
}

/// The members that make two entries the same entry to a person.
struct EntryFingerprint: Hashable {
    private let members: [JSON?]

    /// Nil for a body that has none of the members: two such bodies need not be the same entry.
    init?(_ body: JSONObject) {
        members = ["type", "secret", "algorithm", "digits", "period", "issuer", "accountName"].map { body[$0] }
        if members.allSatisfy({ $0 == nil }) { return nil }
    }
}
