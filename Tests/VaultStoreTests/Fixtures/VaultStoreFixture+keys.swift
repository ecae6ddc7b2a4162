import Cryptography
import Domain
import Primitives
import SQL
import Support
import VaultStore

/// The wrapping keys of tests: the same key for the same id.
enum SampleKEK {
    static func key(_ id: String) -> Key256 {
        if id == "kek-1" { return KeyRing.sampleWrapping }
        if id == "index-1" { return KeyRing.sampleIndex }
        let seed = id.utf8.reduce(100 as UInt64) { $0 &* 31 &+ UInt64($1) }
        return Key256.generate(SeededRandom(seed: seed).random)
    }
}

extension KeyRing {
    /// The index key of `sample()` with some wrapping keys.
    static func holding(_ ids: String...) -> KeyRing {
        KeyRing(wrapping: ids.map { .init($0, SampleKEK.key($0)) }, index: .init("index-1", sampleIndex))
    }
}

extension VaultStoreFixture {
    /// Publishes a wrapping key.
    @discardableResult
    func publish(_ id: String) async throws -> WrappingKeyChange {
        try await store.publishWrappingKey(id, SampleKEK.key(id), at: now)
    }

    /// Makes a published wrapping key the active one, whose file holds the published key.
    func activate(_ id: String) async throws -> WrappingKeyChange {
        try await store.activateWrappingKey(id, SampleKEK.key(id), at: now)
    }

    /// Publishes a wrapping key and makes it the active one.
    func makeActive(_ id: String) async throws {
        try await publish(id)
        guard case .done = try await activate(id) else {
            throw Unexpected(what: "\(id) did not become active")
        }
    }

    /// The states of the wrapping keys, as `kek-1 active`.
    func keyStates() async throws -> [String] {
        try await store.wrappingKeys().map { "\($0.id) \($0.state.rawValue)" }
    }

    /// The wrapping keys of the data keys of all accounts, in the order of their accounts.
    func wrappers() async throws -> [String] {
        try await database.select(Statement("SELECT kek FROM vault_dek ORDER BY account, version")).map {
            try $0.text(0)
        }
    }

    /// Wraps every data key of a wrapping key anew, and returns how many were changed.
    @discardableResult
    func rewrapAll(_ id: String, limit: Int = 200) async throws -> Int {
        var changed = 0, position: RewrapPosition?
        while true {
            let outcome = try await store.rewrap(id, after: position, limit: limit)
            changed += outcome.changed
            guard let next = outcome.next else { return changed }
            position = next
        }
    }

    /// Seals every body of the account anew, and returns the sum of what the chunks report.
    @discardableResult
    func resealAll(limit: Int = 50) async throws -> (unreadable: Int, destroyed: Int, chunks: Int) {
        var position = ResealPosition(), chunks = 0
        while true {
            let outcome = try await store.reseal(account, after: position, limit: limit)
            chunks += 1
            guard let next = outcome.next else { return (outcome.unreadable, outcome.destroyed, chunks) }
            position = next
        }
    }

    /// The versions of the data keys of the account.
    func dataKeys() async throws -> [Int64] {
        let select = Statement(
            "SELECT version FROM vault_dek WHERE account = $1 ORDER BY version", .identifier(account))
        return try await database.select(select).map { try $0.int(0) }
    }

    /// The versions of the data keys that bodies of the account, former ones included, are sealed with.
    func sealingVersions() async throws -> Set<Int64> {
        let select = Statement(
            """
            SELECT dek_version FROM vault_item WHERE account = $1 AND sealed IS NOT NULL
            UNION ALL SELECT dek_version FROM vault_version WHERE account = $1
            """, .identifier(account))
        return Set(try await database.select(select).map { try $0.int(0) })
    }

    /// The name of the account's key set.
    func keySet() async throws -> [UInt8] {
        try await database.select(Statement("SELECT dek_set FROM vault_head WHERE account = $1", .identifier(account)))[
            0
        ]
        .bytes(0)
    }
}
