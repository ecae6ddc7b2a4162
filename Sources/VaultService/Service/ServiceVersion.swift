import Contracts

extension Vault {
    /// Returns the name and release of this service and the version of its contract.
    func serviceVersion() -> ServiceVersion.Answer {
        ServiceVersion.Answer(service: "latchkey-vault", version: settings.version, contract: 1, features: [])
    }
}
