public import Contracts

/// One entry of a file that was read, or the reason why a part of the file is no entry.
public struct ReadEntry: Sendable, Hashable {
    public let position: EntryPosition
    public let outcome: Result<OTPBody, EntryFault>

    init(_ position: EntryPosition, _ read: () throws(EntryFault) -> OTPBody) {
        self.position = position
        do throws(EntryFault) {
            outcome = .success(try read())
        } catch {
            outcome = .failure(error)
        }
    }
}

/// The position of an entry in a file: a line of a text, or a place in the list that the file holds.
public struct EntryPosition: Sendable, Hashable, CustomStringConvertible {
    public enum Unit: String, Sendable {
        case line, entry
    }

    public let unit: Unit
    /// The number of the line or of the entry, from 1.
    public let number: Int
    /// The number, from 1, of the entry within its line; nil where a line holds one.
    public let part: Int?

    static func line(_ number: Int, part: Int? = nil) -> EntryPosition {
        EntryPosition(unit: .line, number: number, part: part)
    }

    static func entry(_ number: Int) -> EntryPosition { EntryPosition(unit: .entry, number: number, part: nil) }

    public var description: String { "\(unit.rawValue) \(number)" + (part.map { ", entry \($0)" } ?? "") }
}

/// What a person has to know about a file as a whole.
public enum FileRemark: Sendable, Hashable, CustomStringConvertible {
    /// QR codes with these numbers, from 1, of the export's `count` are not in the file.
    case partsMissing([Int], count: Int)
    /// The last line does not end with a line break, so the file may break off in it.
    case lastLineUnfinished
    /// The address on this line does not say how many entries and parts there are.
    case partsUnknown(line: Int)
    /// This number of logins of a password manager have no authenticator key, and are no entries.
    case withoutKey(Int)

    public var description: String {
        switch self {
        case .partsMissing(let numbers, let count):
            "Of the \(count) QR codes of an export these are missing: "
                + numbers.map(String.init).joined(separator: ", ") + ". Their entries were not read."
        case .lastLineUnfinished:
            "The last line does not end with a line break. If the file was cut off there, entries are missing."
        case .partsUnknown(let line):
            "The address on line \(line) does not say how many parts it has. If it was cut off, entries are missing."
        case .withoutKey(let count): "Logins without an authenticator key, which are no entries: \(count)."
        }
    }
}

/// The content of a file that was read. Each entry of the file is in `entries`, also where it cannot be used.
public struct ReadFile: Sendable, Hashable {
    public let format: ExchangeFormat
    public internal(set) var entries: [ReadEntry]
    public internal(set) var remarks: [FileRemark] = []

    init(_ format: ExchangeFormat, _ entries: [ReadEntry] = []) { (self.format, self.entries) = (format, entries) }

    /// Adds an entry. The number of entries is bounded, because each needs memory however few bytes of the file it has.
    mutating func append(_ entry: ReadEntry) throws(ExchangeFault) {
        guard entries.count < EntryFile.mostEntries else { throw .tooManyEntries }
        entries.append(entry)
    }
}
