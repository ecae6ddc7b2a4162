import Cryptography
import Primitives
import SQL

/// Compares the key files with the database before the store opens.
///
/// The database holds a canary for each key: a known text that only this key decrypts. If a key that the database needs
/// is missing or is another one, the store does not open and the error names the key. A key that is published and not yet
/// in use may be missing: it cannot become active while this instance lacks it. For a key that the database does not
/// know, a canary is added.
struct KeyCheck {
    let keys: KeyRing
    let random: RandomSource

    private static let canaryText = "latchkey canary".bytes

    /// - Throws: ``WrongVaultKey``.
    func run(on database: any Database) async throws {
        let provided = keys.wrapping + [keys.index]
        guard !keys.wrapping.isEmpty else { throw WrongVaultKey.none }
        let canaries = provided.map { (id: $0.id, sealed: Self.canary(of: $0, random)) }
        try await database.write { transaction in
            // Another instance may start on the same empty database. The keys are read and checked again after each
            // insertion, so that the other instance's keys are checked as well.
            while true {
                let known = try transaction.run(WrappingKeyTable.selectCanaries).map(WrappingKeyRow.init)
                try check(known, against: provided)
                guard let (id, sealed) = canaries.first(where: { new in !known.contains { $0.id == new.id } }) else {
                    return
                }
                let hasActive = known.contains { $0.state == .active }
                let state: WrappingKeyRow.State = id == keys.index.id ? .index : hasActive ? .distributed : .active
                try transaction.run(WrappingKeyTable.insert(.init(id: id, state: state, canary: sealed)))
            }
        }
    }

    private func check(_ known: [WrappingKeyRow], against provided: [KeyRing.Key]) throws {
        for row in known where row.state != .retired {
            guard let key = provided.first(where: { $0.id == row.id }) else {
                if row.state == .distributed { continue }
                throw WrongVaultKey.missing(row.id)
            }
            guard Self.isRight(key, for: row) else { throw WrongVaultKey.other(row.id) }
        }
    }

    /// Seals the known text with a key.
    static func canary(of key: KeyRing.Key, _ random: RandomSource) -> [UInt8] {
        AESGCM.seal(canaryText, key: key.key, aad: associatedData(key.id), random: random)
    }

    /// True if the key is the one that the row was made with.
    static func isRight(_ key: KeyRing.Key, for row: WrappingKeyRow) -> Bool {
        (try? AESGCM.open(row.canary, key: key.key, aad: associatedData(row.id))) == canaryText
    }

    /// Compares the key of a file with the keys that the database knows, retired ones included.
    ///
    /// - Returns: the refusal of a change of the key's state if another key was published under its number, or if the same
    ///   key is known by another name; nil otherwise.
    static func refusal(of given: KeyRing.Key, among known: [WrappingKeyRow]) -> WrappingKeyChange? {
        if let stored = known.first(where: { $0.id == given.id }), !isRight(given, for: stored) { return .otherKey }
        return known.first { $0.id != given.id && isRight(given, for: $0) }.map { .sameKey(as: $0.id) }
    }

    private static func associatedData(_ id: String) -> [UInt8] { LengthPrefixed.encode("latchkey/key/1", id.bytes) }
}
