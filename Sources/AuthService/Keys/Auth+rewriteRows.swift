import AuthStore
import Domain
import Logging
import Primitives

extension Auth {
    /// The largest number of rows of one table that one transaction rewrites.
    static let rewrittenAtOnce = 100

    /// Rewrites every row that was encrypted or indexed with a former key, in short transactions, and reports how many
    /// rows still need a former key. A process that is killed leaves whole rows; another one, or the next start, continues.
    ///
    /// The rows of codes, registrations and attempts keep their index key until they expire, and deletions for good.
    func rewriteRows() async throws {
        for kind in [KeyKind.index, .seal] {
            let keys = kind == .seal ? keys.seal : keys.index
            let former = keys.all.keys.filter { $0 != keys.active }.compactMap { KeyID(kind, $0) }
            var needed = try await store.rowsNeeding(former, at: now)
            metrics.reportRowsOfFormerKeys(needed.values.reduce(0, +), of: kind)
            for key in former {
                var next: RewritePage? = .first(of: needed[key] ?? 0), unreadable = 0
                while !Task.isCancelled, let page = next, let rows = needed[key], rows > 0 {
                    let done = try await rewrite(page, of: key)
                    next = done.next
                    unreadable += done.unreadable
                    needed[key] = max(0, rows - done.changed)
                    metrics.reportRowsOfFormerKeys(needed.values.reduce(0, +), of: kind)
                }
                if unreadable > 0 {
                    log.error(
                        "rows cannot be decrypted and keep their key: restore its file",
                        metadata: ["rows": "\(unreadable)", "key": "\(key)"])
                }
            }
        }
    }

    private func rewrite(_ page: RewritePage, of key: KeyID) async throws -> RewritePage.Outcome {
        let (number, limit) = (key.number, Self.rewrittenAtOnce)
        if key.kind == .index {
            return try await store.indexAgain(page, madeWith: number, limit: limit) { indexedAgain($0, $1) }
        }
        return try await store.encryptAgain(page, madeWith: number, limit: limit, at: now) { encryptedAgain($0, $1) }
    }

    /// A number under the active index key: in canonical form, and as it is, which release 0.1.0 may have stored in another
    /// form; empty if it cannot be decrypted.
    private func indexedAgain(_ phone: PhoneIndex, _ sealed: Sealed) -> [AuthStore.IndexedNumber] {
        guard let number = phones.open(sealed, index: phone) else { return [] }
        return [E164(parsing: number.text) ?? number, number].map { number in
            let index = phones.index(number)
            return AuthStore.IndexedNumber(index, sealed: phones.seal(number, index))
        }
    }

    /// The ciphertext under the active key; nil if the former one cannot be decrypted.
    private func encryptedAgain(_ value: SealedValue, _ sealed: Sealed) -> Sealed? {
        let aad =
            switch value {
            case .account(_, let phone), .registration(let phone, _): PhoneProtection.associatedData(phone)
            case .outbox(let entry): OutboxPayload.aad(entry)
            case .recipient(let entry): SealedRecipient.aad(entry)
            case .deletion(let tag): Self.associatedData(tag)
            case .pinKey(let account, let generation), .pendingPINKey(let account, let generation):
                PINSealing.keyData(account, generation: generation)
            case .unlockShare(let account): PINSealing.shareData(account)
            case .secondFactor(let account, let factor): SecondFactorSecret.associatedData(account, factor)
            }
        guard let plain = try? keys.open(sealed, aad: aad) else { return nil }
        return keys.seal(plain, aad: aad, random)
    }
}
