import MessageDrivers
import RPCServer
import ServiceHost

extension ProviderConfiguration {
    /// Refuses providers with settings that are missing, that contradict each other, or that would show codes to others.
    func check(_ chosen: [GatewayChoice.Provider]) throws(SettingsFault) {
        for provider in GatewayChoice.Provider.allCases {
            let settings = settings(of: provider)
            guard chosen.contains(provider) else {
                if let given = settings.first(where: { $0.isGiven }) {
                    throw SettingsFault("--set \(given.key)=… is for sms-gateway=\(provider.rawValue): leave it out")
                }
                continue
            }
            if let missing = settings.first(where: { $0.isRequired && !$0.isGiven }) {
                throw SettingsFault("--sms-gateway \(provider.rawValue) needs --set \(missing.key)=…")
            }
        }
        try checkNetwork(chosen)
        try checkMail(chosen)
        try checkReports(chosen)
    }

    private typealias Requirement = (key: String, isGiven: Bool, isRequired: Bool)

    private func settings(of provider: GatewayChoice.Provider) -> [Requirement] {
        switch provider {
        case .kannel:
            [
                ("kannel-url", kannelURL != nil, true), ("kannel-user", kannelUser != nil, true),
                ("kannel-password-file", kannelPasswordFile != nil, true),
                ("kannel-sender", kannelSender != nil, false),
            ]
        case .twilio:
            [
                ("twilio-account", twilioAccount != nil, true), ("twilio-token-file", twilioTokenFile != nil, true),
                ("twilio-sender", twilioSender != nil, true),
            ]
        case .webhook:
            [("webhook-url", webhookURL != nil, true), ("webhook-secret-file", webhookSecretFile != nil, true)]
        case .smtp:
            [
                ("smtp-url", smtpURL != nil, true), ("smtp-sender", smtpSender != nil, true),
                ("smtp-recipient", smtpRecipient != nil, true), ("smtp-user", smtpUser != nil, false),
                ("smtp-password-file", smtpPasswordFile != nil, false),
            ]
        }
    }

    private func checkNetwork(_ chosen: [GatewayChoice.Provider]) throws(SettingsFault) {
        let addresses: [(GatewayChoice.Provider, String, ProviderURL?)] = [
            (.kannel, "kannel-url", kannelURL), (.twilio, "twilio-url", twilioURL),
            (.webhook, "webhook-url", webhookURL),
        ]
        for (provider, key, url) in addresses where chosen.contains(provider) {
            guard let url, url.scheme == "http", !url.isLoopback, !isNetworkTrusted else { continue }
            throw SettingsFault(
                "--set \(key)=http://… names another host, and the network could read the codes: use https, or set "
                    + "gateway-network-trusted=true")
        }
    }

    private func checkMail(_ chosen: [GatewayChoice.Provider]) throws(SettingsFault) {
        guard chosen.contains(.smtp) else { return }
        guard (smtpUser == nil) == (smtpPasswordFile == nil) else {
            throw SettingsFault("--set smtp-user=… and smtp-password-file=… are given together, or neither")
        }
        guard smtpRecipient?.contains(SMTPDriver.placeholder) == true else {
            throw SettingsFault(
                "--set smtp-recipient=… must contain \(SMTPDriver.placeholder), or every code would go to one mailbox")
        }
        let form = /[^\s<>@]+@[^\s<>@]+/
        guard smtpSender?.wholeMatch(of: form) != nil, smtpRecipient?.wholeMatch(of: form) != nil else {
            throw SettingsFault("--set smtp-sender=… and smtp-recipient=… must be mail addresses")
        }
    }

    private func checkReports(_ chosen: [GatewayChoice.Provider]) throws(SettingsFault) {
        guard (reportListen == nil) == (reportURL == nil) else {
            throw SettingsFault("--set reports-listen=… and reports-url=… are given together, or neither")
        }
        guard reportListen == nil || chosen.contains(.kannel) || chosen.contains(.twilio) else {
            throw SettingsFault("--set reports-listen=… is for sms-gateway=kannel and twilio: leave it out")
        }
    }
}
