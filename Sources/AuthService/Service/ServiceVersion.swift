import Contracts

extension Auth {
    func serviceVersion() -> ServiceVersion.Answer {
        ServiceVersion.Answer(service: "latchkey-auth", version: settings.version, contract: 1, features: [])
    }
}
