import LatchkeyDevice
public import Primitives

/// The name of an entry in outputs.
public struct EntryLabel: Codable, Sendable {
    public let id: SecretID
    public let issuer: String
    public let accountName: String

    init(_ entry: LocalEntry) {
        id = entry.id
        issuer = entry.issuer
        accountName = entry.accountName
    }

    var text: String { "\(issuer.escapingUnprintable) (\(accountName.escapingUnprintable))" }

    /// Applies a decision to each entry and returns the labels of the entries that it returns.
    static func labels(
        of entries: [LocalEntry], after decide: (LocalEntry) async throws(DeviceFault) -> LocalEntry
    ) async throws(DeviceFault) -> [EntryLabel] {
        var labels: [EntryLabel] = []
        for entry in entries { labels.append(EntryLabel(try await decide(entry))) }
        return labels
    }

    /// The sentence that says what a decision did to these entries, or that there were none.
    static func text(of labels: [EntryLabel], _ effect: String, none: String) -> String {
        labels.isEmpty ? none : "\(effect): \(labels.map(\.text).joined(separator: ", "))."
    }
}
