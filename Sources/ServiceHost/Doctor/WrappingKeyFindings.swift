public import Contracts
import Domain
public import Primitives

/// What `doctor` says about the wrapping keys.
///
/// What was deleted can be read from a backup as long as a wrapping key exists that the backup needs. So wrapping keys are
/// replaced at least as often as the oldest backup is deleted, and the file of a retired one is destroyed with the last
/// backup that needs it.
public struct WrappingKeyFindings {
    /// The longest time for which a wrapping key may be active.
    private static let longestUse = Duration.days(30)

    private let backupRetention: Duration
    private let folder: String
    private let now: Instant
    private let fileExists: (String) -> Bool

    /// - Parameters:
    ///   - backupRetention: the time for which backups are kept.
    ///   - folder: the path of the key folder.
    ///   - fileExists: returns true if a path has a file.
    public init(
        backupRetention: Duration, folder: String, now: Instant, fileExists: @escaping (String) -> Bool
    ) {
        (self.backupRetention, self.folder, self.now) = (backupRetention, folder, now)
        self.fileExists = fileExists
    }

    /// The findings about the keys that a running service lists; a warning if it does not list them.
    public func all(listing: () async throws -> [KeyView]) async -> [Finding] {
        let keys: [KeyView]
        do {
            keys = try await listing()
        } catch {
            return [
                Finding(
                    .wrappingKeys, .warning, "the wrapping keys were not judged, because they were not listed: \(error)"
                )
            ]
        }
        let found = keys.compactMap { finding($0, among: keys) }
        return found.isEmpty
            ? [Finding(.wrappingKeys, .ok, "the wrapping keys are young enough, and no file of a retired one is left")]
            : found
    }

    private func finding(_ key: KeyView, among keys: [KeyView]) -> Finding? {
        let (id, file) = (key.key, "\(folder)/vault.\(key.key).key")
        if let first = key.missingAt.first {
            return Finding(
                .wrappingKeys, .warning,
                key.state == Open(.published)
                    ? "\(id) is not read by \(first): copy \(file) to the key folder there, with mode 0400"
                    : """
                    \(id) is not read by \(first): copy \(file) from the safe copy of the keys to the key folder there, with mode \
                    0400, because the file there is missing or wrong
                    """)
        }
        switch key.state.value {
        case .active:
            let limit = min(Self.longestUse, backupRetention)
            guard key.sinceMs + limit < now else { return nil }
            let next = KeyID(.kek, (keys.map(\.key.number).max() ?? id.number) + 1).map(\.description) ?? "kek-N"
            return Finding(
                .wrappingKeys, .warning,
                """
                \(id) is active since \(TerminalText.time(key.sinceMs)), longer than \(limit.ms / Duration.days(1).ms) days: run \
                latchkey-vault keys publish \(next), copy its file to every instance and to the safe copy of the keys, and run \
                latchkey-vault keys activate \(next)
                """)
        case .verifyOnly where key.rows == 0:
            return Finding(
                .wrappingKeys, .warning, "no data key needs \(id) any more: run latchkey-vault keys retire \(id)")
        case .retired where fileExists(file):
            let end = key.sinceMs + backupRetention
            let when = TerminalText.time(end)
            return end < now
                ? Finding(
                    .wrappingKeys, .warning,
                    """
                    \(id) is retired, and every backup that needs it is older than \(backupRetention.ms / Duration.days(1).ms) days: \
                    destroy its file in each key folder and in the safe copy of the keys: shred -u \(file)
                    """)
                : Finding(
                    .wrappingKeys, .ok,
                    "\(id) is retired; backups need it until \(when), and then its file has to be destroyed")
        case .published, .verifyOnly, .retired, nil: return nil
        }
    }
}
