import AuthService
import AuthStore
import DPoP
import OperatorConsole
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
    /// The addresses at which browsers reach the operator console; empty if it is not served.
    let consoleOrigins: [ConsoleOrigin]
    /// Nil if none is chosen: codes are then written to the log in a demonstration; otherwise the service does not
    /// start.
    let gateway: GatewayChoice?
    let providers: ProviderConfiguration
    let messageDomain: String
    let texts: TextConfiguration
    let codeLifetime: Duration
    let sends: SendConfiguration
    let writingCallsPerMinute: Int
    let keyLead: Duration
    let sessionLifetime: Duration
    let sessionIdleTimeout: Duration
    let admissionLapse: Duration
    let auditRetention: Duration
    let pins: PINLimits
    let delegateAudiences: Set<String>

    init(_ settings: inout SettingReader) throws(SettingsFault) {
        common = try CommonConfiguration(
            &settings, service: Self.service, ports: (public: 7601, internal: 7621, operations: 7611, peer: 7622))
        issuer = try settings.text("issuer", default: "https://auth.latchkey.invalid", "The `iss` of access tokens.")
        publicURLs = try settings.value(
            "public-url", default: [PublicURL("http://\(common.listen)/rpc")].compactMap(\.self),
            shown: "http://LISTEN/rpc", format: "http or https addresses, separated by commas",
            "The addresses devices use, as request proofs name them.", parse: Self.publicURLs)
        consoleOrigins = try settings.value(
            "console-url", default: [ConsoleOrigin("http://\(common.operationsListen)")].compactMap(\.self),
            shown: "http://OPERATIONS-LISTEN",
            format: "https addresses without a path, or http ones of this host, separated by commas, or none",
            "The addresses at which browsers reach the operator console.", parse: Self.consoleOrigins)
        let defaults = AuthSettings(issuer: issuer, publicURLs: publicURLs)
        gateway = try settings.value(
            "sms-gateway", default: nil, shown: "", format: GatewayChoice.format,
            "How codes are sent. Of two providers the second takes over when the first fails.",
            parse: GatewayChoice.parse)
        providers = try ProviderConfiguration(&settings, chosen: gateway?.providers ?? [])
        if let address = providers.reportListen {
            common.requireLocal(address, of: "reports-listen", &settings)
        }
        messageDomain = try settings.text(
            "message-domain", default: defaults.messageDomain, "The domain in the last line of a message.")
        texts = try TextConfiguration(&settings)
        codeLifetime = .seconds(
            try settings.number(
                "code-seconds", 30...Int(ChallengeRecord.longestLife.ms / 1_000),
                default: Int(defaults.codeLifetime.ms / 1_000),
                "How long a code is valid."))
        sends = try SendConfiguration(&settings, isDemo: common.isDemo)
        writingCallsPerMinute = try settings.number(
            "writing-calls-per-minute", 60...1_000_000, default: defaults.writingCallsPerMinute,
            "Calls that may write, per minute for one client address; a sixth of them may come at once.")
        sessionLifetime = .hours(
            try settings.number(
                "session-hours", 1...Int(SessionRecord.lifetime / .hours(1)),
                default: Int(defaults.sessionLifetime / .hours(1)),
                "Hours after which a session ends, however often it is refreshed."))
        sessionIdleTimeout = .hours(
            try settings.number(
                "session-idle-hours", 1...Int(defaults.sessionIdleTimeout / .hours(1)),
                default: Int(defaults.sessionIdleTimeout / .hours(1)),
                "Hours without a refresh after which a session ends."))
        admissionLapse = .days(
            try settings.number(
                "admission-days", 31...3650, default: Int(defaults.admissionLapse / .days(1)),
                "Days without use after which a device has to be admitted again."))
        auditRetention = .days(
            try settings.number(
                "audit-days", 30...3650, default: Int(defaults.auditRetention / .days(1)),
                "Days for which rows of the audit log are kept."))
        var pins = defaults.pinLimits
        pins.failedLogins = try settings.number(
            "max-invalid-login-attempts", 1...10, default: pins.failedLogins,
            "Wrong PINs in a row, of admitted devices, that block an account.")
        self.pins = pins
        delegateAudiences = try settings.value(
            "delegate-audiences", default: [], shown: "",
            format: "names of other services, separated by commas; auth and vault are none",
            "The services that session.delegate makes tokens for.", parse: Self.audiences)
        let lead = try settings.number(
            "key-lead-seconds", 1...86_400, default: Int(defaults.keyLead.ms / 1_000),
            "The least time from the publication of a signing key to its activation; under 600 only with --demo.")
        keyLead = .seconds(lead)
        settings.require(
            lead >= 600 || common.isDemo, of: ["key-lead-seconds", "demo"],
            "--set key-lead-seconds=… must be at least 600 without --demo")
        requireNamedProxies(&settings)
    }

    /// Refuses a public address that is not the listener's unless the setting `trusted-proxies` says what stands between:
    /// every client would share the limits of the proxy's address.
    private func requireNamedProxies(_ settings: inout SettingReader) {
        if case .unix = common.listen { return }
        let isListener = publicURLs == [PublicURL("http://\(common.listen)/rpc")]
        settings.require(
            common.isDemo || common.namesProxies || isListener,
            of: ["trusted-proxies", "public-url", "listen", "demo"],
            """
            --set trusted-proxies=… must name the addresses of the proxy, because --public-url is not the address of \
            --listen; without a proxy it must be none
            """)
    }

    func checkBeforeStart(at now: Instant) throws {
        try sends.check(isDemo: common.isDemo, at: now)
        _ = try texts.texts()
        try checkGateway()
    }

    /// Refuses a service that could send nobody a code, and one that shows codes in the log outside a demonstration.
    func checkGateway() throws {
        switch gateway {
        case .spool(let folder):
            if let problem = SpoolFolder.problem(folder) { throw SettingsFault(problem) }
        case .console where !common.isDemo:
            throw SettingsFault("--sms-gateway console shows codes in the log: only with --demo")
        case nil where !common.isDemo: throw SettingsFault("--sms-gateway must be \(GatewayChoice.format)")
        case .providers(let chosen): _ = try providers.drivers(chosen, folder: common.dataFolder, clock: .system)
        case .console, nil: break
        }
    }

    private static func publicURLs(_ text: String) -> [PublicURL]? {
        let parts = text.split(separator: ",")
        let urls = parts.compactMap { PublicURL(String($0)) }
        return urls.isEmpty || urls.count < parts.count ? nil : urls
    }

    private static func consoleOrigins(_ text: String) -> [ConsoleOrigin]? {
        if text == "none" { return [] }
        let parts = text.split(separator: ",")
        let origins = parts.compactMap { ConsoleOrigin(String($0)) }
        return origins.isEmpty || origins.count < parts.count ? nil : origins
    }

    private static func audiences(_ text: String) -> Set<String>? {
        let parts = text.split(separator: ",").map(String.init),
            own = AuthSettings(issuer: "", publicURLs: []).audiences
        let areNames = parts.allSatisfy { !own.contains($0) && $0.utf8.count <= 200 && !$0.contains(" ") }
        return areNames && !parts.isEmpty ? Set(parts) : nil
    }

    /// The settings of the service itself.
    var serviceSettings: AuthSettings {
        var settings = AuthSettings(issuer: issuer, publicURLs: publicURLs)
        settings.isDemo = common.isDemo
        settings.messageDomain = messageDomain
        settings.codeLifetime = codeLifetime
        settings.writingCallsPerMinute = writingCallsPerMinute
        settings.sessionLifetime = sessionLifetime
        settings.sessionIdleTimeout = sessionIdleTimeout
        settings.admissionLapse = admissionLapse
        settings.auditRetention = auditRetention
        settings.delegateAudiences = delegateAudiences
        settings.keyLead = keyLead
        settings.pinLimits = pins
        settings.sendLimits = sends.limits
        settings.countries = sends.countries
        settings.testNumbers = sends.testNumbers
        return settings
    }
}
