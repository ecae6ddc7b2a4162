public import Cryptography
import Domain
public import Primitives
import SQL

/// What an instance finds when it compares the files of wrapping keys with the database.
public struct WrappingKeyReading: Sendable, Hashable {
    /// The keys that this instance holds and whose files are there.
    public var present: Set<String> = []
    /// What is wrong with the file of a key that this instance holds, one line each. Nothing fails before the next start.
    public var damagedFiles: [String] = []
    /// What is wrong with the file of a key that rows may need and that this instance does not hold, one line each. Calls
    /// that need the key are refused.
    public var missingKeys: [String] = []

    public init() {}
}

extension VaultStore {
    /// The time for which a retired key stays in the memory. A transaction whose snapshot is older than the retirement may
    /// still read a row that the key wrapped.
    private static let timeAfterRetirement = Duration.seconds(60)

    /// Reads the files of the keys that are in use or published, and forgets keys that were retired a minute ago.
    ///
    /// - Parameter read: reads the file of a key, and throws one line for the administrator if it cannot be read.
    public func readWrappingKeys(
        at now: Instant, _ read: @Sendable (_ id: String) throws -> Key256
    ) async throws -> WrappingKeyReading {
        let rows = try await database.select(WrappingKeyTable.selectAll).map(WrappingKeyRow.init)
        var reading = WrappingKeyReading()
        for row in rows {
            switch row.state {
            case .index:
                do {
                    guard KeyCheck.isRight(.init(row.id, try read(row.id)), for: row) else {
                        throw WrongVaultKey.other(row.id)
                    }
                } catch {
                    reading.damagedFiles.append("\(error)")
                }
            case .retired: if row.since + Self.timeAfterRetirement <= now { keys.release(row.id) }
            case .distributed, .active, .decryptOnly:
                do {
                    let key = KeyRing.Key(row.id, try read(row.id))
                    guard KeyCheck.isRight(key, for: row) else { throw WrongVaultKey.other(row.id) }
                    keys.hold(key)
                    reading.present.insert(row.id)
                } catch {
                    keys.noteDamagedFile(of: row.id)
                    guard row.state != .distributed else { continue }
                    if keys.kek(row.id) != nil {
                        reading.damagedFiles.append("\(error)")
                    } else {
                        reading.missingKeys.append("\(error)")
                    }
                }
            }
        }
        return reading
    }

    /// Records that an instance runs, and the keys that it holds, and forgets the instances that have stopped.
    ///
    /// The states of the keys are read in the same transaction, under the lock that ``activateWrappingKey(_:_:at:)`` takes:
    /// either this instance sees a key that has become active, or the activation sees this instance.
    /// - Returns: the keys in use that the instance does not hold.
    public func report(_ instance: VaultInstance, at now: Instant) async throws -> [String] {
        try await database.write { [keys] transaction in
            var rows = try transaction.run(WrappingKeyTable.shareAll).map(WrappingKeyRow.init)
            if rows.contains(where: { $0.since.ms == 0 }) {
                try transaction.run(WrappingKeyTable.setMissingTimes(to: now))
            }
            let time = try VaultInstanceTable.latest(now, in: transaction)
            try transaction.batch([
                VaultInstanceTable.deleteUnseen(since: time - VaultInstance.lifetime),
                VaultInstanceTable.report(instance, at: time),
            ])
            rows.removeAll { $0.state != .active && $0.state != .decryptOnly }
            return rows.map(\.id).filter { keys.kek($0) == nil }
        }
    }

    /// Records that an instance has stopped, so that no change of a key waits for it.
    public func forget(_ instance: InstanceID) async throws {
        try await database.write { _ = try $0.run(VaultInstanceTable.delete(instance)) }
    }

    /// The instances that have reported within ``VaultInstance/lifetime``.
    public func runningInstances(at now: Instant) async throws -> [VaultInstance] {
        try await database.read { try VaultInstanceTable.running(at: now, in: $0) }
    }
}
