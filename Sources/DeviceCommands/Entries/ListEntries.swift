public import LatchkeyDevice
public import Primitives
import StrictJSON

/// Lists the entries with their current codes, by issuer and account name.
public struct ListEntries: DeviceCommand {
    public struct Output: Codable, Sendable {
        /// The moment of the codes.
        public let atMs: Instant
        public let entries: [ListedEntry]
        /// The number of deletions that wait for the person's decision; absent for none.
        public let heldDeletions: Int?
    }

    /// True if the shared keys are listed too.
    public var secrets: Bool?

    /// The PIN that unlocks the device first; nil where it is unlocked.
    public var pin: EnteredPIN?

    /// False for a list that the program repeats by itself: this does not count as a use of the device, and does not delay the
    /// lock.
    private var isUse = true

    private enum CodingKeys: String, CodingKey { case secrets, pin }

    public init(secrets: Bool = false, isUse: Bool = true) { (self.secrets, self.isUse) = (secrets, isUse) }

    public func run(on device: Device) async throws -> Output {
        if let pin { _ = try await UnlockDevice(pin: pin).run(on: device) }
        let list = try await device.entryList(isUse: isUse)
        return Output(
            atMs: list.at, entries: list.rows.map { ListedEntry($0, showsSecret: secrets == true) },
            heldDeletions: list.heldDeletions > 0 ? list.heldDeletions : nil)
    }

    /// A table of the entries, and below it how to decide about those that wait for a decision.
    public static func text(of output: Output) -> String {
        let entries = output.entries
        let widths = (
            entries.map(\.issuer.escapingUnprintable.count).max() ?? 0,
            entries.map(\.accountName.escapingUnprintable.count).max() ?? 0
        )
        let rows = entries.map { $0.row(issuerWidth: widths.0, accountWidth: widths.1) }
        let waiting = entries.filter { $0.held == true || $0.rejected != nil }.count
        let footer = waiting > 0 ? ["Waiting for you: \(waiting). \(UndecidedSelection.advice)"] : []
        let deletions = output.heldDeletions.map { [heldDeletionsLine($0)] } ?? []
        return ((rows.isEmpty ? ["No entries."] : rows) + footer + deletions).joined(separator: "\n")
    }

    static func heldDeletionsLine(_ count: Int) -> String {
        "Deleted on the server, and kept here until you choose: \(count). See them with: latchkey deletions"
    }

    public var commandLine: [String] { ["list"] + UnlockDevice.words(pin) + (secrets == true ? ["--secrets"] : []) }

    public var standardInput: String { UnlockDevice.line(pin) }
}

/// One entry of a list.
public struct ListedEntry: Codable, Sendable {
    public let id: SecretID
    public let issuer: String
    public let accountName: String
    /// Absent for an entry without a time-based code.
    public let code: String?
    /// Milliseconds until the next code.
    public let validForMs: Int64?
    /// True where the server has exactly this version; false for an entry of another account.
    public let synchronised: Bool
    /// True for an entry of another account, or one that is synchronised while nobody is signed in; else absent.
    public let held: Bool?
    /// The reason why the server rejected the entry for good, or `gone`.
    public let rejected: String?
    /// The members of the body that make codes; absent unless asked for.
    public let secret: String?
    public let algorithm: String?
    public let digits: Int64?
    public let period: Int64?
    public let type: String?

    init(_ row: EntryList.Row, showsSecret: Bool) {
        id = row.entry.id
        issuer = row.entry.issuer
        accountName = row.entry.accountName
        code = row.code?.code
        validForMs = row.code?.validForMs
        synchronised = row.entry.isSynchronised && !row.entry.hasUnsentEdits && !row.isForeign
        held = row.isForeign ? true : nil
        rejected = row.entry.blocked?.reason
        let body = showsSecret ? row.entry.body : nil
        secret = body?["secret"]?.string
        algorithm = body?["algorithm"]?.string
        digits = body?["digits"]?.number?.int64
        period = body?["period"]?.number?.int64
        type = body?["type"]?.string
    }

    /// Issuer, account name, code in two halves, countdown and marks.
    func row(issuerWidth: Int, accountWidth: Int) -> String {
        let (issuer, account) = (issuer.escapingUnprintable, accountName.escapingUnprintable)
        return "\(issuer.padded(issuerWidth))  \(account.padded(accountWidth))  \(codeColumn)\(marks)"
    }

    private var codeColumn: String {
        guard let code else { return "(by counter)".padded(27) }
        let half = code.index(code.startIndex, offsetBy: code.count / 2)
        return "\("\(code[..<half]) \(code[half...])".padded(9))  \(countdown)"
    }

    /// The time left: ten cells of three seconds each, and the seconds.
    private var countdown: String {
        let ms = validForMs ?? 0
        let full = min(10, max(0, Int((ms + 2_999) / 3_000))), seconds = (ms + 999) / 1_000
        return String(repeating: "▰", count: full) + String(repeating: "▱", count: 10 - full)
            + " \(seconds) s".padded(5)
    }

    private var marks: String {
        var marks: [String] = []
        if !synchronised { marks.append("only here") }
        if held == true { marks.append("entry of another account") }
        if let rejected {
            marks.append(
                rejected == Blocked.gone.reason ? "deleted elsewhere" : "rejected: \(rejected.escapingUnprintable)")
        }
        if let secret { marks.append(secret) }
        return marks.isEmpty ? "" : "  " + marks.joined(separator: ", ")
    }
}

extension String {
    /// The text, filled up with spaces to a width in characters.
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
