public import AuthStore
import Cryptography
import Domain
import Primitives

/// Compares the key files with the database, before anything but the schema is written to it.
///
/// The database holds a canary of each key: a value derived from the key, which reveals nothing about it. A database of
/// an earlier version has none; they are added at the first start, after an account's stored number was decrypted as a
/// test. Nonces expire within minutes, so their key has no canary.
/// The key of the audit log is derived from that of session handles, and stands for it. Once a kind's keys have states in the database, the
/// fingerprints there take the place of its canary.
public struct AuthKeyCheck: Sendable {
    private let keys: AuthKeys
    private let files: RotatingKeyFiles?

    /// - Parameters:
    ///   - keys: the first key of each kind.
    ///   - files: reads the keys that have states in the database; nil where there are none.
    public init(keys: AuthKeys, files: RotatingKeyFiles? = nil) {
        self.keys = keys
        self.files = files
    }

    /// - Throws: ``WrongKey`` if a key is not the one that the database was written with.
    public func run(on store: AuthStore) async throws {
        let records = files == nil ? [] : try await store.rotatingKeys().filter(\.id.kind.makesRows)
        try compareFingerprints(records)
        let given = [
            "auth.index": keys.index, "auth.seal": keys.seal, "auth.hash": keys.hash, "auth.session-handle": keys.audit,
        ].mapValues(Self.canary)
            .filter { name, _ in !records.contains { name == "auth.\($0.id.kind.rawValue)" } }
        var stored = try await store.keyCanaries()
        if given.keys.contains(where: { stored[$0] == nil }) {
            try compare(stored, with: given)
            if stored.isEmpty { try await checkStoredNumber(store) }
            // Another instance may start at the same time with other keys, so the stored canaries are compared again.
            stored = try await store.addMissing(canaries: given)
        }
        try compare(stored, with: given)
    }

    /// - Throws: ``WrongKey`` if a key in use is missing or another one.
    private func compareFingerprints(_ records: [KeyRecord]) throws {
        for record in records where record.state == .active || record.state == .verifyOnly {
            guard let files else { continue }
            let fingerprint = try files.read(record.id).fingerprint
            guard ConstantTime.equal(fingerprint, record.fingerprint) else {
                throw WrongKey(file: "auth.\(record.id).key")
            }
        }
    }

    private func compare(_ stored: [String: [UInt8]], with given: [String: [UInt8]]) throws(WrongKey) {
        for (name, canary) in given.sorted(by: { $0.key < $1.key }) {
            if let known = stored[name], !ConstantTime.equal(known, canary) { throw WrongKey(file: "\(name).key") }
        }
    }

    private func checkStoredNumber(_ store: AuthStore) async throws {
        guard let account = try await store.anyAccountWithNumber(), let index = account.phoneIndex,
            let sealed = account.phoneSealed
        else { return }
        let phones = PhoneProtection(keys: DataKeys(keys), random: .system)
        guard let phone = phones.open(sealed, index: index) else { throw WrongKey(file: "auth.seal.key") }
        guard phones.index(phone).isSameNumber(as: index) else { throw WrongKey(file: "auth.index.key") }
    }

    /// The canary of a key, which `activate` replaces with the fingerprint of the next one.
    private static func canary(_ key: Key256) -> [UInt8] { RotatingKey.secret(key).fingerprint }
}

/// The key file that does not fit the database, as one line for the administrator.
public struct WrongKey: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the file in the key folder.
    public let file: String

    public var description: String {
        "the key file \(file) does not hold the key that this database was written with: restore it from its safe copy"
    }
}
