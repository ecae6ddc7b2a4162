import Contracts
import Domain
public import Primitives
public import StrictJSON

/// The versions of an entry that the server has.
public struct EntryHistory: Sendable {
    /// The content that an entry has, or had.
    public struct Version: Sendable {
        /// Names the version; of two versions the later has the larger one.
        public let rev: Int64
        public let changedAt: Instant
        /// The device that made the version.
        public let changedBy: DeviceID
        /// Nil if the server cannot decrypt the version.
        public let body: JSONObject?
        /// The names of the members whose values differ from the present version's, sorted.
        public let differences: [String]

        /// The value of a label; empty where the body has none.
        public func label(_ name: String) -> String { body?[name]?.string ?? "" }
    }

    public let id: SecretID
    /// True if the server has the entry in its trash.
    public let isInTrash: Bool
    /// The present version, then the former ones, newest first.
    public let versions: [Version]
    /// Labels of this device that the server never had, because another device's have replaced them; newest first.
    public let replaced: [ReplacedLabel]

    init(_ answer: VaultHistory.Answer, replaced: [ReplacedLabel]) {
        let present = answer.versions.first?.body
        id = answer.id
        isInTrash = answer.state == .trashed
        versions = answer.versions.map { Version($0, comparedWith: present) }
        self.replaced = replaced
    }
}

extension EntryHistory.Version {
    fileprivate init(_ version: ItemVersion, comparedWith present: JSONObject?) {
        (rev, changedAt, changedBy) = (version.rev.value, version.updatedAtMs, version.updatedBy)
        body = version.body
        differences =
            if let body = version.body, let present {
                Set(body.keys).union(present.keys).filter { body[$0] != present[$0] }.sorted()
            } else {
                []
            }
    }
}
