import ArgumentParser
import ServiceHost

/// The options of auth's `serve` and of the commands that read the same settings.
struct AuthServeOptions: SettingOptions {
    @OptionGroup var common: ServeOptions

    @Option(help: "The addresses devices use, as request proofs name them, separated by commas.")
    var publicURL: String?

    @Option(help: "How codes are sent: kannel, twilio, webhook, smtp, spool:FOLDER, or console with --demo.")
    var smsGateway: String?

    func reader() throws(SettingsFault) -> SettingReader {
        try common.reader(more: ["public-url": publicURL, "sms-gateway": smsGateway])
    }
}
