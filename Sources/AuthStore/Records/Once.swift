public import Primitives

/// A request that must take effect once: who asked what under which `requestId`, and a keyed hash of its content.
public struct Once: Sendable, Hashable {
    /// The account that asks, or empty bytes before there is one.
    public let owner: [UInt8]
    /// The device key that asks.
    public let thumbprint: String
    /// The method's wire name.
    public let method: String
    /// The caller's name for the request.
    public let request: RequestID
    /// Keyed hash of the request's content: a plain one would let a code be guessed from it.
    public let mac: [UInt8]

    /// A request named by its caller.
    public init(owner: [UInt8], thumbprint: String, method: String, request: RequestID, mac: [UInt8]) {
        self.owner = owner
        self.thumbprint = thumbprint
        self.method = method
        self.request = request
        self.mac = mac
    }

    /// What is known of a request.
    public enum Memory: Sendable, Hashable {
        /// It was done before: the bytes kept with it.
        case done([UInt8], at: Instant)
        /// The `requestId` was used for other content.
        case reused
    }
}
