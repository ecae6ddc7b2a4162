import AuthService
import DPoP
import Primitives
import RPCServer
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
    let sends: SendConfiguration
    let keyLead: Duration
    let admissionLapse: Duration

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
        sends = try SendConfiguration(&settings, isDemo: common.isDemo)
        admissionLapse = .days(
            try settings.number(
                "admission-days", 31...3650, default: 90,
                "Days without use after which a device has to be admitted again."))
        let lead = try settings.number(
            "key-lead-seconds", 1...86_400, default: 600,
            "The least time from the publication of a signing key to its activation; under 600 only with --demo.")
        keyLead = .seconds(lead)
        guard lead >= 600 || common.isDemo else {
            throw SettingsFault("--set key-lead-seconds=… must be at least 600 without --demo")
        }
        try requireNamedProxies()
    }

    /// Refuses a public address that is not the listener's unless the setting `trusted-proxies` says what stands between:
    /// every client would share the limits of the proxy's address.
    private func requireNamedProxies() throws(SettingsFault) {
        if case .unix = common.listen { return }
        guard !common.isDemo, !common.namesProxies, publicURLs != [PublicURL("http://\(common.listen)/rpc")] else {
            return
        }
        throw SettingsFault(
            """
            --set trusted-proxies=… must name the addresses of the proxy, because --public-url is not the address of \
            --listen; without a proxy it must be none
            """)
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
        settings.admissionLapse = admissionLapse
        settings.keyLead = keyLead
        settings.sendLimits = sends.limits
        settings.countries = sends.countries
        settings.testNumbers = sends.testNumbers
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
