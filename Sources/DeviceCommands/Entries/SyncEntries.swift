public import LatchkeyDevice
public import Primitives

/// Sends unsent changes and pulls the server's.
public struct SyncEntries: DeviceCommand {
    /// The counts and lists of `SyncReport`.
    public struct Output: Codable, Sendable {
        public let received: Int
        public let removed: Int
        public let sent: Int
        /// Those of `sent` whose base was a version that the server had lost.
        public let healed: Int
        public let copies: [SecretID]
        public let gone: [SecretID]
        public let trashed: [SecretID]
        public let held: [SecretID]
        public let rejected: [RejectedChange]
        public let waiting: [WaitingChange]
        /// Labels of this device that another device's have replaced; absent for none.
        public let replaced: [ReplacedLabels]?
        /// The comparison with all that the server has; absent if there was none.
        public let check: CheckOutput?
        /// The number of entries of another account, which are not sent.
        public let foreign: Int
        /// The number of notices that this device has not shown; absent for none.
        public let newNotices: Int?

        init(_ report: SyncReport, foreign: Int, newNotices: Int?) {
            self.foreign = foreign
            self.newNotices = newNotices.flatMap { $0 > 0 ? $0 : nil }
            received = report.received
            removed = report.removed
            sent = report.sent
            healed = report.sentOnLostBase
            copies = report.copies
            gone = report.gone
            trashed = report.trashed
            held = report.held
            rejected = report.rejected.sorted { $0.key < $1.key }.map { RejectedChange(id: $0, reason: $1) }
            let replaced = report.replaced.sorted { $0.key < $1.key }.map { ReplacedLabels(id: $0, labels: $1) }
            self.replaced = replaced.isEmpty ? nil : replaced
            check = report.comparison.map(CheckOutput.init)
            waiting = report.waiting.sorted { $0.key < $1.key }.map { WaitingChange(id: $0, limit: $1) }
        }
    }

    public struct RejectedChange: Codable, Sendable {
        public let id: SecretID
        public let reason: String
    }

    /// A change that the next sync sends again, because the account is at a limit of the vault.
    public struct WaitingChange: Codable, Sendable {
        public let id: SecretID
        /// The limit's name in `vault.info`.
        public let limit: String
    }

    /// The labels of an entry that another device's have replaced.
    public struct ReplacedLabels: Codable, Sendable {
        public let id: SecretID
        public let labels: [ReplacedLabel]
    }

    /// True to compare the entries with all that the server has.
    public var check: Bool?

    /// The PIN that unlocks the device first, and on a child's device opens the session; nil where there is no need.
    public var pin: EnteredPIN?

    public init(pin: EnteredPIN? = nil, check: Bool = false) { (self.pin, self.check) = (pin, check ? true : nil) }

    public func run(on device: Device) async throws -> Output {
        if let pin { _ = try await UnlockDevice(pin: pin).run(on: device) }
        let report = try await device.sync(comparing: check == true)
        return Output(
            report, foreign: try await device.foreignEntryCount(), newNotices: await device.newNoticeCount())
    }

    public static func text(of output: Output) -> String {
        var lines = ["Sent \(output.sent), received \(output.received), removed \(output.removed)."]
        if let line = ShowNotices.line(output.newNotices) { lines.append(line) }
        if output.healed > 0 { lines.append("Given back to the server, which had lost them: \(output.healed).") }
        if !output.copies.isEmpty {
            lines.append("Changed here and on the server; both versions were kept: \(output.copies.count).")
        }
        if !output.gone.isEmpty {
            lines.append("Deleted on the server, and changed or kept here: \(output.gone.count).")
        }
        if !output.trashed.isEmpty {
            lines.append("Deleted on the server, and in the trash here for 30 days: \(output.trashed.count).")
        }
        if !output.held.isEmpty { lines.append(ListEntries.heldDeletionsLine(output.held.count)) }
        lines += output.rejected.map { "The server rejected \($0.id): \($0.reason.escapingUnprintable)." }
        for (limit, changes) in Dictionary(grouping: output.waiting, by: \.limit).sorted(by: { $0.key < $1.key }) {
            lines.append(fullVaultLine(changes.count, limit))
        }
        if output.foreign > 0 {
            lines.append(
                "Of another account, and not sent: \(output.foreign). If that account was also yours: latchkey keep-as-new --foreign."
            )
        }
        lines +=
            output.replaced?.flatMap(\.labels).map { label in
                "Changed here and on another device: your \(label.name.escapingUnprintable) “\(label.value.escapingUnprintable)” "
                    + "was replaced. 'latchkey history' keeps it."
            } ?? []
        if let check = output.check { lines += check.lines }
        if !output.gone.isEmpty || !output.rejected.isEmpty { lines.append(UndecidedSelection.advice) }
        return lines.joined(separator: "\n")
    }

    private static func fullVaultLine(_ count: Int, _ limit: String) -> String {
        if limit == "bytesOfAllAccounts" {
            return "The service has no room for anything new. Kept here, and sent again with the next sync: \(count)."
        }
        let advice = limit.hasPrefix("items") || limit.hasPrefix("bytes") ? " Delete entries you no longer need." : ""
        return "The vault is full (\(limit)). Kept here, and sent again with the next sync: \(count).\(advice)"
    }

    public var commandLine: [String] { ["sync"] + UnlockDevice.words(pin) + (check == true ? ["--check"] : []) }

    public var standardInput: String { UnlockDevice.line(pin) }
}
