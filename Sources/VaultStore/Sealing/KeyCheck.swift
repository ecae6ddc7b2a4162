import Cryptography
import Primitives
import SQL

/// Compares the key files with the database before the store opens.
///
/// The database holds a canary for each key: a known text that only this key decrypts. If a key that the database needs
/// is missing or is another one, the store does not open and the error names the key. For a key that the database does
/// not know, a canary is added.
struct KeyCheck {
    let keys: KeyRing
    let random: RandomSource

    private static let canaryText = "latchkey canary".bytes

    /// - Throws: ``WrongVaultKey``.
    func run(on database: any Database) async throws {
        let provided = keys.wrapping + [keys.index]
        guard !keys.wrapping.isEmpty else { throw WrongVaultKey.none }
        let canaries = provided.map { key in
            (
                id: key.id,
                sealed: AESGCM.seal(
                    Self.canaryText, key: key.key, aad: Self.associatedData(key.id), random: random)
            )
        }
        try await database.write { transaction in
            // Another instance may start on the same empty database. The keys are read and checked again after each
            // insertion, so that the other instance's keys are checked as well.
            while true {
                let known = try transaction.run(WrappingKeyTable.selectAll).map(WrappingKeyRow.init)
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
            guard let key = provided.first(where: { $0.id == row.id }) else { throw WrongVaultKey.missing(row.id) }
            guard (try? AESGCM.open(row.canary, key: key.key, aad: Self.associatedData(row.id))) == Self.canaryText
            else { throw WrongVaultKey.other(row.id) }
        }
    }

    private static func associatedData(_ id: String) -> [UInt8] { LengthPrefixed.encode("latchkey/key/1", id.bytes) }
}
