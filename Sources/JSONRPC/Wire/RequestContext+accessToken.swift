extension RequestContext {
    /// The access token in the `Authorization` header, with the scheme `Bearer` (RFC 6750) or `DPoP` (RFC 9449); nil if
    /// the header is absent or has another scheme.
    public var accessToken: String? {
        guard let header = authorization, let space = header.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        let scheme = header[..<space].lowercased()
        guard scheme == "bearer" || scheme == "dpop" else { return nil }
        return String(header.utf8[header.utf8.index(after: space)...])
    }
}
