import Primitives

/// The address of a provider: scheme, host, port and path, and nothing that another reader could take for the host.
struct ProviderURL: Sendable, Hashable {
    let text: String
    let scheme: String
    let isLoopback: Bool

    /// Parses an address with one of the schemes; a slash at its end is dropped.
    init?(_ text: String, schemes: [String]) {
        let form = /([a-z]+):\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?(?:\/[A-Za-z0-9._~\/-]*)?/
        guard let parts = text.wholeMatch(of: form), schemes.contains(String(parts.1)) else { return nil }
        scheme = String(parts.1)
        let host = parts.2.hasPrefix("[") ? parts.2.dropFirst().dropLast() : parts.2
        isLoopback = host == "localhost" || IPAddress(host)?.isLoopback == true
        self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
