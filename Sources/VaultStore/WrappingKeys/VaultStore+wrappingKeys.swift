import Audit
public import Cryptography
import Domain
public import Primitives
import SQL

extension VaultStore {
    /// The wrapping keys that the database knows, by their numbers.
    public func wrappingKeys() async throws -> [WrappingKeyRecord] {
        try await database.select(WrappingKeyTable.selectAll).compactMap { WrappingKeyRecord(try WrappingKeyRow($0)) }
            .sorted { ($0.id.count, $0.id) < ($1.id.count, $1.id) }
    }

    /// The number of data keys that are wrapped with each of the keys.
    public func dataKeys(wrappedBy keys: [String]) async throws -> [String: Int] {
        try await database.read { transaction in
            try keys.reduce(into: [:]) { counts, key in
                counts[key] = try Self.rows(of: key, in: transaction)
            }
        }
    }

    /// Makes a wrapping key known to all instances, which then read its file. It wraps nothing yet.
    ///
    /// A key that is known by another name is refused, retired ones and the index key included: if it became active, the
    /// destruction of the former file would make nothing unreadable.
    public func publishWrappingKey(_ id: String, _ key: Key256, at now: Instant) async throws -> WrappingKeyChange {
        let given = KeyRing.Key(id, key), canary = KeyCheck.canary(of: given, random)
        let change: WrappingKeyChange = try await change(by: .administrator) { transaction in
            // The lock orders two publications of the same key under two numbers; the rows are read after it.
            try transaction.run(WrappingKeyTable.lockAll)
            let known = try transaction.run(WrappingKeyTable.shareAll).map(WrappingKeyRow.init)
            if let refusal = KeyCheck.refusal(of: given, among: known) { return refusal }
            try transaction.run(WrappingKeyTable.insert(.init(id: id, state: .distributed, canary: canary)))
            let isNew = transaction.changes == 1
            if isNew { try Self.set(.published, of: id, at: now, in: transaction) }
            guard
                let row = try transaction.run(WrappingKeyTable.shareAll).map(WrappingKeyRow.init)
                    .first(where: { $0.id == id }), let stored = WrappingKeyRecord(row)
            else { return .unknown }
            return KeyCheck.isRight(given, for: row) ? .done(stored) : .otherKey
        }
        if case .done(let stored) = change, stored.state != .retired { keys.hold(given) }
        return change
    }

    /// Makes a published key the one that wraps new data keys. The one that was active unwraps what it has wrapped, and
    /// wraps nothing from now on.
    ///
    /// It is refused while a running instance does not hold the key, and if its file does not hold the published key.
    ///
    /// - Parameter key: the key as its file is now. The process may hold the right key in its memory while the file is
    ///   wrong; every data key would be lost at the next start.
    public func activateWrappingKey(_ id: String, _ key: Key256, at now: Instant) async throws -> WrappingKeyChange {
        try await changeState(of: id, on: .activate, at: now) { known, transaction in
            if let refusal = KeyCheck.refusal(of: .init(id, key), among: known) { return refusal }
            let without = try Self.instances(without: id, at: now, in: transaction)
            return without.isEmpty ? nil : .missing(at: without)
        }
    }

    /// Ends the use of a key that is not active, if no data key is wrapped with it.
    ///
    /// It is refused while the file of the active key is missing or wrong at a running instance, because the retired key
    /// may be the last one whose file is right.
    public func retireWrappingKey(_ id: String, at now: Instant) async throws -> WrappingKeyChange {
        try await changeState(of: id, on: .retire, at: now) { known, transaction in
            if let active = known.first(where: { $0.state == .active }) {
                let without = try Self.instances(without: active.id, at: now, in: transaction)
                if !without.isEmpty { return .activeKeyMissing(active.id, at: without) }
            }
            // The rows are counted under the lock of the keys, without which no data key is wrapped.
            let rows = try Self.rows(of: id, in: transaction)
            return rows == 0 ? nil : .needed(rows: rows)
        }
    }

    /// The names of the running instances that have not reported a key, or whose file of it is missing or wrong.
    private static func instances(
        without id: String, at now: Instant, in transaction: any Transaction
    ) throws -> [String] {
        try VaultInstanceTable.running(at: now, in: transaction).filter { !$0.keys.contains(id) }.map(\.name)
    }

    /// Changes the state of a key as ``KeyLife`` says. Repeating a change that has taken effect changes nothing.
    private func changeState(
        of id: String, on event: KeyLife.Event, at now: Instant,
        refusal: @Sendable @escaping ([WrappingKeyRow], any Transaction) throws -> WrappingKeyChange?
    ) async throws -> WrappingKeyChange {
        try await change(by: .administrator) { transaction in
            let rows = try transaction.run(WrappingKeyTable.lockAll).map(WrappingKeyRow.init)
            let all = rows.compactMap(WrappingKeyRecord.init)
            guard let stored = all.first(where: { $0.id == id }) else { return .unknown }
            guard let transition = KeyLife.transition(from: stored.state, on: event) else {
                let isDone = stored.state == (event == .activate ? .active : .retired)
                return isDone ? .done(stored) : .wrongState(stored.state)
            }
            if let refusal = try refusal(rows, transaction) { return refusal }
            for effect in transition.effects {
                switch effect {
                case .replaceFormer:
                    for former in all where former.state == .active {
                        guard let next = KeyLife.transition(from: former.state, on: .replace) else { continue }
                        try Self.set(next.state, of: former.id, at: now, in: transaction)
                    }
                // The canary was stored when the key was published, and no hashes depend on a wrapping key.
                case .replaceCanary, .deleteFormerHashes: break
                }
            }
            try Self.set(transition.state, of: id, at: now, in: transaction)
            return .done(WrappingKeyRecord(id: id, state: transition.state, since: now))
        }
    }

    private static func set(_ state: KeyState, of id: String, at now: Instant, in transaction: any Transaction) throws {
        try transaction.run(WrappingKeyTable.setState(WrappingKeyRow.State(state), of: id, at: now))
        if let key = KeyID(rawValue: id) { try transaction.audit(AuditEntry(key, becomes: state, at: now)) }
    }

    private static func rows(of key: String, in transaction: any Transaction) throws -> Int {
        Int(try transaction.first(DEKTable.count(wrappedBy: key))?.int(0) ?? 0)
    }
}
