import Contracts

extension Auth {
    /// What this service is and which contract it speaks.
    func serviceVersion() -> ServiceVersion.Answer {
        ServiceVersion.Answer(service: "latchkey-auth", version: settings.version, contract: 1, features: [])
    }
}
