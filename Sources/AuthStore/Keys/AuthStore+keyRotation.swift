import Audit
public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// The keys that are known to all instances, by kind and number.
    public func rotatingKeys() async throws -> [KeyRecord] {
        try await database.select(RotatingKeyTable.selectAll).map { try KeyRecord($0) }
    }

    /// Inserts the keys of a kind that has none in the database yet, and returns all keys of all kinds.
    ///
    /// Several instances may do so at once. The keys of the first one stay.
    public func insertFirst(_ keys: [KeyRecord]) async throws -> [KeyRecord] {
        try await database.write { transaction in
            let known = Set(try transaction.run(RotatingKeyTable.selectAll).map { try KeyRecord($0).id.kind })
            for key in keys where !known.contains(key.id.kind) {
                try transaction.run(RotatingKeyTable.insertIfAbsent(key))
            }
            return try transaction.run(RotatingKeyTable.selectAll).map { try KeyRecord($0) }
        }
    }

    /// Makes a key known to all instances, which then read it and accept what it makes. A copy of another key's file
    /// is refused, because replacing a key by itself protects nothing.
    public func publish(_ key: KeyID, fingerprint: [UInt8], at now: Instant) async throws -> KeyChange {
        try await change { transaction in
            let known = try RotatingKeyTable.lock(key.kind, in: transaction)
            if let refusal = try IndexKeyRule.refusal(of: key, among: known, at: now, in: transaction) {
                return refusal
            }
            if let same = known.first(where: { $0.id != key && $0.fingerprint == fingerprint }) {
                return .sameKey(as: same.id)
            }
            let new = KeyRecord(key, .published, fingerprint: fingerprint, since: now)
            try transaction.run(RotatingKeyTable.insertIfAbsent(new))
            if transaction.changes == 1 { try transaction.audit(.init(key, becomes: .published, at: now)) }
            guard let stored = try RotatingKeyTable.lock(key.kind, in: transaction).first(where: { $0.id == key })
            else { return .unknown }
            return stored.fingerprint == fingerprint ? .done(stored) : .otherKey
        }
    }

    /// Makes a published key the active one of its kind. The one that was active makes nothing from now on.
    ///
    /// - Parameter lead: the least time from the key's publication.
    public func activate(_ key: KeyID, lead: Duration, at now: Instant) async throws -> KeyChange {
        try await change { transaction in
            let keys = try RotatingKeyTable.lock(key.kind, in: transaction)
            guard let stored = keys.first(where: { $0.id == key }) else { return .unknown }
            if stored.state == .active { return .done(stored) }
            guard let transition = KeyLife.transition(from: stored.state, on: .activate) else {
                return .wrongState(stored.state)
            }
            guard stored.since + lead <= now else { return .tooEarly(until: stored.since + lead) }
            let live = try InstanceTable.reported(since: now - RunningInstance.lifetime, in: transaction)
            let without = live.filter { !$0.keys.contains(key) }
            guard without.isEmpty else { return .missing(at: without.map(\.name)) }
            let effects = KeyLifeEffects(keys: keys, now: now, transaction: transaction)
            return .done(try effects.carryOut(transition, of: stored))
        }
    }

    /// Ends the use of a key: of one that was never active at once, of one that was after the longest life of what it
    /// made, and only when no row needs it. The active key cannot be retired.
    public func retire(_ key: KeyID, at now: Instant) async throws -> KeyChange {
        try await change { transaction in
            let keys = try RotatingKeyTable.lock(key.kind, in: transaction)
            guard let stored = keys.first(where: { $0.id == key }) else { return .unknown }
            if stored.state == .retired { return .done(stored) }
            guard let transition = KeyLife.transition(from: stored.state, on: .retire) else {
                return .wrongState(stored.state)
            }
            if stored.state == .verifyOnly {
                let end = stored.since + key.kind.timeInUseAfterActive
                guard end <= now else { return .tooEarly(until: end) }
                let rows = try KeyUse.rows(of: key, at: now, in: transaction)
                guard rows == 0 else { return .needed(rows: rows) }
            }
            let effects = KeyLifeEffects(keys: keys, now: now, transaction: transaction)
            return .done(try effects.carryOut(transition, of: stored))
        }
    }

    /// Records that an instance runs, and the keys that it has read.
    public func report(_ instance: RunningInstance, at now: Instant) async throws {
        try await database.write { _ = try $0.run(InstanceTable.report(instance, at: now)) }
    }

    /// Records that an instance has stopped.
    public func forget(_ instance: InstanceID) async throws {
        try await database.write { _ = try $0.run(InstanceTable.delete(instance)) }
    }

    /// The instances that have reported within ``RunningInstance/lifetime``.
    public func runningInstances(at now: Instant) async throws -> [RunningInstance] {
        try await database.read { try InstanceTable.reported(since: now - RunningInstance.lifetime, in: $0) }
    }
}
