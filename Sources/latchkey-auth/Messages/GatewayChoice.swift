/// The value of the setting `sms-gateway`.
enum GatewayChoice: Sendable, Hashable {
    /// Codes are written to the log, in a demonstration.
    case console
    /// Each message is written to a file of its own in a folder.
    case spool(folder: String)
    /// One provider, or several, of which the first takes the messages and the others take over.
    case providers([Provider])

    enum Provider: String, Sendable, Hashable, CaseIterable {
        case kannel, twilio, webhook, smtp
    }

    /// The end of the sentence "must be …".
    static let format =
        "kannel, twilio, webhook or smtp, at most two of them with a comma between; spool:FOLDER; or "
        + "console with --demo"

    /// Parses the setting; returns `.some(nil)` for an empty text, which chooses no gateway, and nil for other text.
    static func parse(_ text: String) -> GatewayChoice?? {
        if text.isEmpty { return .some(nil) }
        if text == "console" { return .console }
        if text.hasPrefix("spool:") { return text.utf8.count > 6 ? .spool(folder: String(text.dropFirst(6))) : nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let providers = parts.compactMap { Provider(rawValue: String($0)) }
        guard providers.count == parts.count, providers.count <= 2, Set(providers).count == providers.count else {
            return nil
        }
        return .providers(providers)
    }

    /// The providers that are chosen.
    var providers: [Provider] {
        if case .providers(let providers) = self { providers } else { [] }
    }
}
