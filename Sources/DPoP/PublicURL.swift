/// The URL of a service in normal form, so that two URLs can be compared (RFC 9449, `htu`).
///
/// Scheme and host are lower-case, a default port is written out, an empty path becomes `/`, query and fragment are
/// dropped. Percent escapes are kept as written.
public struct PublicURL: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// A host name or address in lower case; an IPv6 address keeps its brackets.
    public let host: String
    /// 1…65535.
    public let port: Int
    /// Begins with a slash.
    public let path: String

    /// Parses an absolute http(s) URL of visible ASCII, at most 2048 bytes, without a user name; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (33...126).contains($0) }) else { return nil }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        let scheme = text[..<colon].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[text.index(colon, offsetBy: 3)...].prefix { $0 != "?" && $0 != "#" }
        let authority = rest.prefix { $0 != "/" }
        guard let (host, port) = Self.split(authority), Self.isHost(host) else { return nil }
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port ?? (scheme == "https" ? 443 : 80)
        path = rest.endIndex == authority.endIndex ? "/" : String(rest[authority.endIndex...])
    }

    public func isOne(of allowed: [PublicURL]) -> Bool { allowed.contains(self) }

    /// The URL, always with its port.
    public var description: String { "\(scheme)://\(host):\(port)\(path)" }

    private static func split(_ authority: Substring) -> (host: Substring, port: Int?)? {
        let afterHost =
            authority.hasPrefix("[")
            ? authority.firstIndex(of: "]").map { authority.index(after: $0) } ?? authority.startIndex
            : authority.firstIndex(of: ":") ?? authority.endIndex
        let host = authority[..<afterHost]
        let tail = authority[afterHost...]
        if tail.isEmpty { return (host, nil) }
        guard tail.first == ":", let port = Int(tail.dropFirst()), (1...65535).contains(port),
            String(port) == tail.dropFirst()
        else { return nil }
        return (host, port)
    }

    private static func isHost(_ host: Substring) -> Bool {
        if host.hasPrefix("[") {
            return host.utf8.dropFirst().dropLast().allSatisfy { isHex($0) || $0 == 58 || $0 == 46 }
        }
        return !host.isEmpty && host.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 45 || $0 == 46 || $0 == 95 }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
    }
}
