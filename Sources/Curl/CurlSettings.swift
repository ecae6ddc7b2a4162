/// The limits of one ``CurlClient`` and its TLS files.
public struct CurlSettings: Sendable {
    /// The connections open to one host and port at a time, at least 1. Further requests wait for one of them.
    public var connectionsPerHost = 4
    /// The connections open in all, idle ones included, at least 1.
    public var connectionsInAll = 128
    /// The requests open at a time, waiting ones included; the next one fails with ``CurlFault/Reason/queueFull``.
    public var requestsAtOnce = 4096
    /// A PEM file with the only certificate authorities to trust; nil trusts those of the system.
    public var caFile: String?
    /// A PEM file with the client certificate, for peers that require one (mutual TLS).
    public var certificateFile: String?
    /// A PEM file with the private key of the client certificate.
    public var keyFile: String?

    public init() {}
}
