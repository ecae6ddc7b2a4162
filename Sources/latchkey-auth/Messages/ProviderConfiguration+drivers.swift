import Curl
import MessageDrivers
import Primitives
import ServiceHost

extension ProviderConfiguration {
    /// The drivers of the chosen providers, in their order, with the secrets from their files.
    ///
    /// - Throws: `KeyFault`, one line that says which file is wrong; `CurlFault` if libcurl cannot start.
    func drivers(
        _ chosen: [GatewayChoice.Provider], folder: DataFolder, clock: WallClock
    ) throws -> [MessageDriver] {
        var settings = CurlSettings()
        settings.connectionsPerHost = 16
        settings.caFile = authority
        if let authority { try SecretFile.requireReadable(authority) }
        let client = try CurlClient(settings)
        return try chosen.map { provider in
            let link = ProviderLink(
                client, seconds: seconds,
                privateAddressesRefused: provider == .webhook && !isPrivateWebhookAllowed)
            return try driver(provider, folder, clock).driver(link)
        }
    }

    /// The secret of Twilio's signatures; nil if Twilio is not chosen.
    func twilioToken(_ chosen: [GatewayChoice.Provider], folder: DataFolder) throws(KeyFault) -> String? {
        chosen.contains(.twilio) ? try secret(twilioTokenFile, folder) : nil
    }

    private func driver(
        _ provider: GatewayChoice.Provider, _ folder: DataFolder, _ clock: WallClock
    ) throws -> any ProviderDriver {
        switch provider {
        case .kannel:
            KannelDriver(
                url: kannelURL?.text ?? "", user: kannelUser ?? "", password: try secret(kannelPasswordFile, folder),
                sender: kannelSender, reportURL: reportURL?.text)
        case .twilio:
            TwilioDriver(
                url: twilioURL?.text ?? "", account: twilioAccount ?? "", token: try secret(twilioTokenFile, folder),
                sender: twilioSender ?? "", reportURL: reportURL?.text)
        case .webhook:
            WebhookDriver(url: webhookURL?.text ?? "", secret: try webhookSecret(folder), clock: clock)
        case .smtp:
            SMTPDriver(
                url: smtpURL?.text ?? "", login: try smtpUser.map { ($0, try secret(smtpPasswordFile, folder)) },
                sender: smtpSender ?? "", recipient: smtpRecipient ?? "", requiresTLS: !isNetworkTrusted, clock: clock)
        }
    }

    private func webhookSecret(_ folder: DataFolder) throws(KeyFault) -> WebhookSecret {
        guard let secret = WebhookSecret(try secret(webhookSecretFile, folder)) else {
            throw KeyFault("\(webhookSecretFile ?? "") must hold whsec_ and 24 to 64 bytes in base64")
        }
        return secret
    }

    /// ``check(_:)`` has made sure that the setting is given.
    private func secret(_ file: String?, _ folder: DataFolder) throws(KeyFault) -> String {
        try SecretFile.read(file ?? "", in: folder)
    }
}
