import ServiceHost

/// Every setting of `latchkey-vault`.
enum VaultRegistry {
    static let settings: [Setting] =
        CommonSettings.registry(
            name: "vault", listen: "127.0.0.1:7602", internalListen: "127.0.0.1:7622",
            operationsListen: "127.0.0.1:7612", peer: "http://127.0.0.1:7621/rpc")
        + [
            Setting("issuer", .text, absent: "https://auth.latchkey.invalid", "The `iss` that tokens must have."),
            Setting("relaxed-reads", .flag, absent: "false", "Allow reads up to the token's end while auth is away."),
        ]
}
