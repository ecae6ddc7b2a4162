import Contracts
import Logging
import Primitives
import VaultStore

extension Vault {
    /// Secrets as the wire shows them; each that cannot be opened is counted and said to the operator.
    func show(_ secrets: [StoredSecret]) -> [VaultItem] {
        secrets.map { secret in
            let item = VaultItem(secret)
            if item.fault != nil { alarm(secret) }
            return item
        }
    }

    /// Tells the operator of a secret that cannot be opened.
    func alarm(_ secret: StoredSecret) {
        meters.sawUnreadable()
        log.error("a stored secret cannot be opened", metadata: ["id": "\(secret.id)", "rev": "\(secret.rev)"])
    }

    /// Notes how far a device has come, if that is news. A disk that is full does not keep anybody from reading.
    func note(_ place: PullPlace, by caller: Admission) async throws {
        let (account, device) = (caller.account, caller.device)
        guard seen.isNews(place, of: device, now: clock.now) else { return }
        do {
            try await store.acknowledge(place, by: device, of: account)
        } catch {
            guard let fault = EngineFault(error) else { throw error }
            log.warning("a device's place could not be noted", metadata: ["error": "\(fault)"])
        }
    }
}
