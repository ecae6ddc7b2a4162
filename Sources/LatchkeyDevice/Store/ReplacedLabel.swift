public import Primitives
import StrictJSON

/// A label of this device that was replaced by another device's, because both had changed it. The server never had it.
public struct ReplacedLabel: Sendable, Hashable, Codable {
    /// The most labels that are kept with one entry; the oldest are dropped first.
    static let mostKept = 10

    /// The name of the member, such as `issuer`.
    public let name: String
    /// This device's value; empty where the person had removed the label.
    public let value: String
    /// The time at which the server's value replaced it.
    public let atMs: Instant

    init(name: String, value: String, at time: Instant) { (self.name, self.value, atMs) = (name, value, time) }
}

extension LocalEntry {
    /// Keeps labels of this device that the server's have replaced, the newest first, and adds them to the report of the
    /// sync.
    mutating func keepAndReport(_ labels: [ReplacedLabel], in progress: inout SyncProgress) {
        guard !labels.isEmpty else { return }
        replaced = Array((labels + replaced).prefix(ReplacedLabel.mostKept))
        progress.report.replaced[id, default: []] += labels
    }
}

extension [ReplacedLabel] {
    /// The object of the column `replaced`; nil for none.
    func storedObject() throws -> JSONObject? {
        isEmpty ? nil : ["labels": try WireEncoder().encode(self)]
    }

    init(storedObject object: JSONObject) throws {
        guard let labels = object["labels"] else {
            self = []
            return
        }
        self = try WireDecoder().decode([ReplacedLabel].self, from: labels)
    }
}
