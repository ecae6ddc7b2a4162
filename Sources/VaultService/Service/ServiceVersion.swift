import Contracts

extension Vault {
    /// What this service is and which contract it speaks.
    func serviceVersion() -> ServiceVersion.Answer {
        ServiceVersion.Answer(service: "latchkey-vault", version: settings.version, contract: 1, features: [])
    }
}
