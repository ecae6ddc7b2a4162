import AuthService
import AuthStore
import DPoP
import Primitives
import ServiceHost

/// The settings of `latchkey-auth`.
struct AuthConfiguration: ServiceConfiguration {
    static let service = "auth"

    let common: CommonConfiguration
    let issuer: String
    /// The addresses devices use, as their request proofs name them.
    let publicURLs: [PublicURL]
    /// Nil if none is chosen: codes are then written to the log in a demonstration; otherwise the service does not
    /// start.
    let gateway: GatewayChoice?
    let messageDomain: String
    let codeLifetime: Duration
    let resendInterval: Duration
    let sendsPerAddress: Int

    init(_ settings: inout SettingReader) throws(SettingsFault) {
        common = try CommonConfiguration(
            &settings, service: Self.service, ports: (public: 7601, internal: 7621, operations: 7611, peer: 7622))
        issuer = try settings.text("issuer", default: "https://auth.latchkey.invalid", "The `iss` of access tokens.")
        publicURLs = try settings.value(
            "public-url", default: [PublicURL("http://\(common.listen)/rpc")].compactMap(\.self),
            shown: "http://LISTEN/rpc", format: "http or https addresses, separated by commas",
            "The addresses devices use, as request proofs name them.", parse: Self.publicURLs)
        gateway = try settings.value(
            "sms-gateway", default: nil, shown: "", format: "spool:FOLDER, or console with --demo",
            "How codes are sent: to files in a folder, or to the log in a demonstration.", parse: GatewayChoice.parse)
        messageDomain = try settings.text(
            "message-domain", default: "localhost", "The domain in the last line of a message.")
        codeLifetime = .seconds(
            try settings.number("code-seconds", 30...600, default: 300, "How long a code is valid."))
        let seconds = try settings.number(
            "otp-resend-seconds", 1...3600, default: 60,
            "The shortest time between two codes to one number; under 60 only with --demo.")
        resendInterval = .seconds(seconds)
        sendsPerAddress = try settings.number(
            "sends-per-address", 1...100_000, default: 10, "Codes per hour for one client address.")
        guard seconds >= 60 || common.isDemo else {
            throw SettingsFault("--set otp-resend-seconds=… must be at least 60 without --demo")
        }
    }

    private static func publicURLs(_ text: String) -> [PublicURL]? {
        let parts = text.split(separator: ",")
        let urls = parts.compactMap { PublicURL(String($0)) }
        return urls.isEmpty || urls.count < parts.count ? nil : urls
    }

    /// The settings of the service itself.
    var serviceSettings: AuthSettings {
        var settings = AuthSettings(issuer: issuer, publicURLs: publicURLs)
        settings.isDemo = common.isDemo
        settings.messageDomain = messageDomain
        settings.codeLifetime = codeLifetime
        settings.sendLimits.setResendInterval(resendInterval)
        settings.sendLimits.perAddress = [SendLimits.Rate(sendsPerAddress, per: .hours(1))]
        return settings
    }
}

/// The value of the setting `sms-gateway`.
enum GatewayChoice: Sendable, Hashable {
    /// Codes are written to the log, in a demonstration.
    case console
    /// Each message is written to a file of its own in a folder.
    case spool(folder: String)

    /// Parses the setting; returns `.some(nil)` for an empty text, which chooses no gateway, and nil for other text.
    static func parse(_ text: String) -> GatewayChoice?? {
        if text.isEmpty { return .some(nil) }
        if text == "console" { return .console }
        return text.hasPrefix("spool:") && text.utf8.count > 6 ? .spool(folder: String(text.dropFirst(6))) : nil
    }
}
