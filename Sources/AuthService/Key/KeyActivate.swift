import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    func keyActivate(_ call: Call<KeyActivate, Void>) async throws -> KeyActivate.Answer {
        let key = call.params.key
        // A file that has been deleted or replaced since it was read would fail the next start. The fingerprint of a number
        // never changes, so it is compared before the transaction.
        let fingerprint = try fingerprintOnFile(key)
        let record = try await store.rotatingKeys().first { $0.id == key }
        if let fingerprint, let record, record.fingerprint != fingerprint {
            return KeyActivate.Answer(key: try await view(of: key, after: .otherKey))
        }
        // Only signing keys are known to verifiers outside the service, which fetch them from time to time.
        let lead = key.kind == .signing ? settings.keyLead : .zero
        let changed = try await store.activate(key, lead: lead, at: now)
        return KeyActivate.Answer(key: try await view(of: key, after: changed))
    }
}
