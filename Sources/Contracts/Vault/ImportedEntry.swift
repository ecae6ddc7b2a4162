public import JSONRPC
public import Primitives

/// What an import did with one entry of a file.
public enum EntryOutcome: String, WireEnum, Hashable {
    case added, duplicate, rejected
}

/// The report about one entry of a file that was imported.
public struct ImportedEntry: WireObject {
    public var number: Int
    public var position: String
    public var outcome: EntryOutcome
    public var id: SecretID?
    public var rev: DecimalInt64?
    public var sameAs: Int?
    public var reason: String?
    public var limit: String?
    public var text: String?
    public enum CodingKeys: String, CodingKey {
        case number, position, outcome, id, rev, sameAs, reason, limit, text
    }

    public init(
        number: Int, position: String, outcome: EntryOutcome, id: SecretID? = nil, rev: DecimalInt64? = nil,
        sameAs: Int? = nil, reason: String? = nil, limit: String? = nil, text: String? = nil
    ) {
        (self.number, self.position, self.outcome) = (number, position, outcome)
        (self.id, self.rev, self.sameAs) = (id, rev, sameAs)
        (self.reason, self.limit, self.text) = (reason, limit, text)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .number: Field("The number of the entry in the file, from 1", .range(1...10_000_000))
        case .position: Field("Where the entry is in the file, such as line 3 or entry 2", .length(1...32))
        case .outcome: Field("What was done; in a dry run, what would be")
        case .id:
            Field(
                "For added, the new item; for duplicate, the item that is the same entry. Absent in a dry run for what was "
                    + "not added")
        case .rev: Field("The rev of the new item")
        case .sameAs:
            Field("For a duplicate of an earlier entry of the file: the number of that entry", .range(1...10_000_000))
        case .reason:
            Field(
                "The reason of a rejection: entryRefused if the part of the file is no entry, limitReached, or one of "
                    + "vault.push",
                .length(1...32))
        case .limit: Field("The limit that is reached, as vault.info names it", .length(1...32))
        case .text: Field("A sentence about an entry that was refused; it never repeats the key", .length(1...160))
        }
    }
}
