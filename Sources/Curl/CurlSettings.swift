/// The bounds of one ``CurlClient`` and whom it trusts.
public struct CurlSettings: Sendable {
    /// Most connections open to one host and port at a time, at least 1. Requests beyond wait for one of them.
    public var connectionsPerHost = 4
    /// Most connections open in all, idle ones included, at least 1.
    public var connectionsInAll = 128
    /// Most requests under way or waiting at a time; the next one fails at once with ``CurlFault/Reason/queueFull``.
    public var requestsAtOnce = 4096
    /// PEM file of the only authorities believed; nil: those of the system.
    public var caFile: String?
    /// PEM file of the certificate shown to peers that ask for one (mutual TLS).
    public var certificateFile: String?
    /// PEM file of that certificate's private key.
    public var keyFile: String?

    /// The defaults: 4 connections a host, 128 in all, 4 096 requests, the system's authorities, no certificate.
    public init() {}
}
