import Contracts
import Interchange
import Primitives
import StrictJSON
import VaultStore

/// The report about a part of a file that is imported. Each entry of the part gets exactly one result.
struct FileReport {
    /// An entry of the file that is not the same as one before it.
    struct Entry {
        let number: Int
        let position: String
        let fingerprint: EntryFingerprint
        /// The canonical JSON of the item.
        let body: [UInt8]
    }

    /// An entry that is the same as an earlier one.
    private struct RepeatedEntry {
        let number: Int
        let position: String
        let first: Int
    }

    /// The entries that have no result yet, in the order of the file.
    private(set) var waiting: [Entry] = []
    private var repeated: [RepeatedEntry] = []
    private var results: [Int: ImportedEntry] = [:]
    /// The time until the hour ends in which the account may send no more operations.
    var retryAfterMs: Int?

    /// - Parameter part: the indices of the entries of the part.
    init(_ file: ReadFile, _ part: Range<Int>) throws {
        var firsts: [EntryFingerprint: Int] = [:]
        for index in part {
            let number = index + 1, position = "\(file.entries[index].position)"
            switch file.entries[index].outcome {
            case .failure(let fault):
                results[number] = ImportedEntry(
                    number: number, position: position, outcome: .rejected, reason: "entryRefused",
                    text: String("\(fault)".prefix(160)))
            case .success(let body):
                let fingerprint = EntryFingerprint(body)
                if let first = firsts[fingerprint] {
                    repeated.append(RepeatedEntry(number: number, position: position, first: first))
                } else {
                    firsts[fingerprint] = number
                    waiting.append(
                        Entry(
                            number: number, position: position, fingerprint: fingerprint,
                            body: try WireEncoder().encode(body).canonical()))
                }
            }
        }
    }

    /// Gives a result to the first entries that wait.
    mutating func settleFirst(_ outcomes: [ImportedEntry]) {
        for result in outcomes { results[result.number] = result }
        waiting.removeFirst(outcomes.count)
    }

    /// Gives a result to each waiting entry for which the closure returns one.
    mutating func settleWhere(_ result: (Entry) -> ImportedEntry?) {
        var rest: [Entry] = []
        for entry in waiting {
            if let result = result(entry) { results[entry.number] = result } else { rest.append(entry) }
        }
        waiting = rest
    }

    /// The results in the order of the file, from an entry on. An entry that is the same as an earlier one is a duplicate of
    /// it, or is rejected with it.
    func entries(after: Int) -> [ImportedEntry] {
        var all = results
        for entry in repeated {
            guard var result = results[entry.first] else { continue }
            (result.number, result.position) = (entry.number, entry.position)
            if result.outcome != .rejected {
                (result.outcome, result.rev, result.sameAs) = (.duplicate, nil, entry.first)
            }
            all[entry.number] = result
        }
        return all.values.filter { $0.number > after }.sorted { $0.number < $1.number }
    }
}

extension ImportedEntry {
    init(_ entry: FileReport.Entry, _ outcome: EntryOutcome, id: SecretID? = nil, rev: Int64? = nil) {
        self.init(
            number: entry.number, position: entry.position, outcome: outcome, id: id, rev: rev.map { DecimalInt64($0) })
    }

    init(_ entry: FileReport.Entry, rejectedFor reason: String) {
        self.init(number: entry.number, position: entry.position, outcome: .rejected, reason: reason)
    }

    /// A rejection because of a limit, with its name in the answer of `vault.info`.
    init(_ entry: FileReport.Entry, limit: String) {
        self.init(entry, rejectedFor: "limitReached")
        self.limit = limit
    }

    /// The result of an operation that was to create the item `id`.
    init(_ entry: FileReport.Entry, _ id: SecretID, _ outcome: PushOutcome) {
        switch outcome {
        case .applied(let rev), .replayed(.applied(let rev)), .copied(_, let rev):
            self.init(entry, .added, id: id, rev: rev)
        case .noop, .conflict, .replayed: self.init(entry, .duplicate, id: id)
        case .gone: self.init(entry, rejectedFor: "itemGone")
        case .rejected(let rejection):
            if let limit = rejection.limit {
                self.init(entry, limit: limit)
            } else {
                self.init(entry, rejectedFor: rejection.rawValue)
            }
        }
    }
}
