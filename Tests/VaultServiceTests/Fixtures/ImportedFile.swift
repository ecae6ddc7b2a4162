import Contracts
import Domain
import Interchange
import Primitives
import StrictJSON
import Support

/// Files of entries that tests import.
enum ImportedFile {
    static let plainFormats: [ExchangeFormat] = ExchangeFormat.allCases.filter { $0.isWritable && $0 != .archive }

    /// Different entries that every format can hold.
    static func entries(_ count: Int) -> [OTPBody] {
        (0..<count).map { index in
            OTPBody(
                accountName: "person\(index)@example.org", issuer: "Bank", type: .totp,
                secret: Base32.encode(Array("key \(index) of many".utf8)), algorithm: .sha1, digits: 6, period: 30)
        }
    }

    static func text(_ entries: [OTPBody], as format: ExchangeFormat = .otpauth) throws -> String {
        String(decoding: try EntryFile.write(entries, as: format, random: SeededRandom().random), as: UTF8.self)
    }

    static func text(_ count: Int, as format: ExchangeFormat = .otpauth) throws -> String {
        try text(entries(count), as: format)
    }
}

extension VaultPerson {
    /// Imports a file; handles at most 1000 entries of it.
    @discardableResult
    func add(
        _ content: String, _ format: ExchangeFormat? = nil, after: Int? = nil, dryRun: Bool? = nil,
        requestId: RequestID? = nil
    ) async throws -> VaultImport.Answer {
        try await call(
            VaultImport.self,
            .init(
                content: content, format: format?.rawValue, after: after, dryRun: dryRun, requestId: requestId))
    }

    /// The account names of the live items, with repetitions.
    func accountNames() async throws -> [String] {
        var names: [String] = [], after: SecretID?
        while true {
            let page = try await call(SecretList.self, .init(after: after))
            names += page.secrets.compactMap(\.accountName)
            guard page.more else { return names.sorted() }
            after = page.secrets.last?.id
        }
    }

    /// All pages of an export: their files and what is not in them.
    func export(_ format: ExchangeFormat) async throws -> (files: [String], count: Int, others: [UnexportedItem]) {
        var files: [String] = [], count = 0, others: [UnexportedItem] = [], after: SecretID?, head: DecimalInt64?
        while true {
            let page = try await call(VaultExport.self, .init(format: format.rawValue, after: after, head: head))
            files.append(page.content)
            count += page.count
            others += page.others
            guard let next = page.next else { return (files, count, others) }
            (after, head) = (next, page.head)
        }
    }
}

extension VaultImport.Answer {
    /// The outcomes of the entries, with the reason or limit of a rejection.
    var words: [String] {
        entries.map { entry in
            ([entry.outcome.rawValue] + [entry.limit ?? entry.reason].compactMap(\.self)).joined(separator: " ")
        }
    }
}
