import Cryptography
import Primitives
import SQL

/// Compares the key files with the database before anything is opened or sealed.
///
/// Each key has a canary in the database that only it can open. A key the database needs and nobody brought, or one
/// that is not what it was, refuses to start, and says which.
struct KeyCheck {
    let keys: KeyRing
    let random: RandomSource

    private static let canary = "latchkey canary".bytes

    func run(on database: any Database) async throws {
        let brought = keys.wrapping + [keys.index]
        guard !keys.wrapping.isEmpty else { throw VaultStoreFault.wrongKey("There is no key-encryption key.") }
        let canaries = brought.map { key in
            (id: key.id, sealed: AESGCM.seal(Self.canary, key: key.key, aad: Self.aad(key.id), random: random))
        }
        try await database.write { transaction in
            while true {
                let known = try KeyTable.all(in: transaction)
                try check(known, against: brought)
                // Another instance may start on the same empty database: what it has noted by now is checked too.
                guard let (id, sealed) = canaries.first(where: { new in !known.contains { $0.id == new.id } }) else {
                    return
                }
                let hasActive = known.contains { $0.state == .active }
                let state: KeyTable.State = id == keys.index.id ? .index : hasActive ? .distributed : .active
                try transaction.run(KeyTable.insert(.init(id: id, state: state, canary: sealed)))
            }
        }
    }

    private func check(_ known: [KeyTable.Known], against brought: [KeyRing.Key]) throws {
        for row in known where row.state != .retired {
            guard let key = brought.first(where: { $0.id == row.id }) else {
                throw VaultStoreFault.wrongKey("The file of key \(row.id) is missing; this database needs it.")
            }
            guard (try? AESGCM.open(row.canary, key: key.key, aad: Self.aad(row.id))) == Self.canary else {
                throw VaultStoreFault.wrongKey(
                    "The file of key \(row.id) is not the key this database was written with.")
            }
        }
        if let index = known.first(where: { $0.state == .index }), index.id != keys.index.id {
            throw VaultStoreFault.wrongKey("The index key is \(keys.index.id), the database's is \(index.id).")
        }
    }

    private static func aad(_ id: String) -> [UInt8] { LengthPrefixed.encode("latchkey/key/1", id.bytes) }
}
