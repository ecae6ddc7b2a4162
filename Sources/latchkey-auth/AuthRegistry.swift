import ServiceHost

/// Every setting of `latchkey-auth`.
enum AuthRegistry {
    static let settings: [Setting] =
        CommonSettings.registry(
            name: "auth", listen: "127.0.0.1:7601", internalListen: "127.0.0.1:7621",
            operationsListen: "127.0.0.1:7611",
            peer: "http://127.0.0.1:7622/rpc")
        + [
            Setting("issuer", .text, absent: "https://auth.latchkey.invalid", "The `iss` of tokens."),
            Setting("sms", .text, absent: "", "console (demonstrations only) or spool:FOLDER."),
            Setting("message-domain", .text, absent: "localhost", "The domain in a message's last line."),
            Setting("code-seconds", .number(30...600), absent: "300", "How long a code lasts."),
            Setting(
                "send-seconds", .number(1...3600), absent: "60", "Between codes to one number; under 60 in demos only."),
            Setting("sends-per-address", .number(1...100_000), absent: "10", "Codes an hour for one address."),
        ]
}
