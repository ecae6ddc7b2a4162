import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    func keyActivate(_ call: Call<KeyActivate, Void>) async throws -> KeyActivate.Answer {
        let key = call.params.key
        do {
            // A file that has been deleted since it was read would be missing at the next start.
            _ = try keyRotation?.fingerprint(of: key)
        } catch {
            throw Fault(.keyRefused, reason: "\(error)")
        }
        // Only signing keys are known to verifiers outside the service, which fetch them from time to time.
        let lead = key.kind == .signing ? settings.keyLead : .zero
        let changed = try await store.activate(key, lead: lead, at: now)
        return KeyActivate.Answer(key: try await view(of: key, after: changed))
    }
}
