import RPCServer
import ServiceHost

/// The settings of the providers that send messages.
struct ProviderConfiguration: Sendable {
    let kannelURL: ProviderURL?
    let kannelUser: String?
    let kannelPasswordFile: String?
    let kannelSender: String?
    let twilioURL: ProviderURL?
    let twilioAccount: String?
    let twilioTokenFile: String?
    let twilioSender: String?
    let webhookURL: ProviderURL?
    let webhookSecretFile: String?
    let isPrivateWebhookAllowed: Bool
    let smtpURL: ProviderURL?
    let smtpUser: String?
    let smtpPasswordFile: String?
    let smtpSender: String?
    let smtpRecipient: String?
    let authority: String?
    let isNetworkTrusted: Bool
    let seconds: Int
    let rest: Duration
    let reportListen: ServerAddress?
    let reportURL: ProviderURL?
    let reportWait: Duration

    init(_ settings: inout SettingReader, chosen: [GatewayChoice.Provider]) throws(SettingsFault) {
        kannelURL = try settings.providerURL(
            "kannel-url", "kannel: the address of smsbox, such as http://127.0.0.1:13013/cgi-bin/sendsms.")
        kannelUser = try settings.optionalText("kannel-user", "kannel: the user name of a sendsms-user.")
        kannelPasswordFile = try settings.optionalText(
            "kannel-password-file", "kannel: a file with the password, mode 0400 or 0600.")
        kannelSender = try settings.optionalText(
            "kannel-sender", "kannel: the number or name that messages are from; else that of Kannel's configuration.")
        twilioURL = try settings.providerURL(
            "twilio-url", default: "https://api.twilio.com",
            "twilio: the address of Twilio, or of a service with the same interface.")
        twilioAccount = try settings.optionalText("twilio-account", "twilio: the account's identifier, AC….")
        twilioTokenFile = try settings.optionalText(
            "twilio-token-file", "twilio: a file with the account's secret, mode 0400 or 0600.")
        twilioSender = try settings.optionalText(
            "twilio-sender", "twilio: the number that messages are from, or the identifier of a messaging service, MG…."
        )
        webhookURL = try settings.providerURL("webhook-url", "webhook: the address that messages are posted to.")
        webhookSecretFile = try settings.optionalText(
            "webhook-secret-file", "webhook: a file with whsec_ and 24 to 64 bytes in base64, mode 0400 or 0600.")
        isPrivateWebhookAllowed = try settings.flag(
            "webhook-private-allowed", default: false,
            "webhook: allow loopback and private addresses, which are refused otherwise.")
        smtpURL = try settings.providerURL(
            "smtp-url", schemes: ["smtp", "smtps"], "smtp: the mail server, smtp://host:587 or smtps://host:465.")
        smtpUser = try settings.optionalText("smtp-user", "smtp: the user name; without one there is no login.")
        smtpPasswordFile = try settings.optionalText(
            "smtp-password-file", "smtp: a file with the password, mode 0400 or 0600.")
        smtpSender = try settings.optionalText("smtp-sender", "smtp: the address that mails are from.")
        smtpRecipient = try settings.optionalText(
            "smtp-recipient", "smtp: the address that mails go to; {number} stands for the digits of the phone number.")
        authority = try settings.optionalText(
            "gateway-ca", "Providers: a PEM file with the only authority of their certificates; else the system's.")
        isNetworkTrusted = try settings.flag(
            "gateway-network-trusted", default: false,
            "Providers: allow a connection without TLS to another host; others on that network can then read codes.")
        seconds = try settings.number(
            "gateway-seconds", 1...30, default: 10, "Providers: the time limit for handing a message on.")
        rest = .seconds(
            try settings.number(
                "gateway-rest-seconds", 10...3600, default: 300,
                "Providers: how long one that fails comes after the other."))
        reportListen = try settings.value(
            "reports-listen", default: nil, shown: "", format: "host:port, [address]:port or unix:PATH",
            "kannel, twilio: the listener for delivery reports; without it none are asked for.",
            parse: { $0.isEmpty ? .some(nil) : ServerAddress($0).map { .some($0) } })
        reportURL = try settings.providerURL(
            "reports-url", "kannel, twilio: the address at which providers reach reports-listen, without a path.")
        reportWait = .seconds(
            try settings.number(
                "reports-seconds", 60...3000, default: 300,
                "kannel, twilio: the time within which a report must follow ten messages, or the other provider takes over."
            ))
        try check(chosen)
    }
}

extension SettingReader {
    /// The address of a provider; an empty text counts as absent.
    fileprivate mutating func providerURL(
        _ key: String, schemes: [String] = ["https", "http"], default text: String = "", _ help: String
    ) throws(SettingsFault) -> ProviderURL? {
        let format = schemes.map { "\($0)://host:port/path" }.joined(separator: " or ")
        return try value(
            key, default: ProviderURL(text, schemes: schemes), shown: text, format: format, help,
            parse: { $0.isEmpty ? .some(nil) : ProviderURL($0, schemes: schemes).map { .some($0) } })
    }
}
