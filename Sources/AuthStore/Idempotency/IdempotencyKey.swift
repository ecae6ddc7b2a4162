public import Primitives
import SQL

/// The identity of a request that takes effect once: its caller, method and `requestId`, and a keyed hash of its
/// content.
public struct IdempotencyKey: Sendable, Hashable {
    /// The bytes of the caller's account; empty for the administrator, and in a method that a device calls without an
    /// access token.
    public let owner: [UInt8]
    /// The thumbprint of the caller's device key; a constant for the administrator.
    public let thumbprint: String
    /// The name of the method on the wire.
    public let method: String
    /// The `requestId` the caller chose, or what stands for it under each hash key that is in use, the lowest number
    /// first. A request claims all of them in this order, so that two instances, of which one has not noticed that
    /// another key is active, let it take effect once.
    public let requests: [RequestID]
    /// The keyed hashes of the request's content, by the number of the key. A plain hash would let a code be guessed from
    /// it.
    public let macs: [Int: [UInt8]]
    /// The number of the active key. It is among those of `macs`.
    public let hashKey: Int

    public init(
        owner: [UInt8], thumbprint: String, method: String, requests: [RequestID], macs: [Int: [UInt8]], hashKey: Int
    ) {
        self.owner = owner
        self.thumbprint = thumbprint
        self.method = method
        self.requests = requests
        self.macs = macs
        self.hashKey = hashKey
    }

    /// Makes a key whose hash was made with the first hash key.
    public init(owner: [UInt8], thumbprint: String, method: String, request: RequestID, mac: [UInt8]) {
        self.init(
            owner: owner, thumbprint: thumbprint, method: method, requests: [request], macs: [1: mac], hashKey: 1)
    }
}

/// The record of a request that took effect before under the same `requestId`.
public enum StoredResponse: Sendable, Hashable {
    /// The stored response, and the time at which the request took effect.
    case response([UInt8], at: Instant)
    /// The `requestId` was used for a request with other content.
    case keyReused
}

extension AuthStore {
    /// The stored response of a request, or `keyReused` if the key was used for other content; nil if nothing is stored
    /// under the key. The sweep deletes responses after a day.
    public func storedResponse(for key: IdempotencyKey) async throws -> StoredResponse? {
        try await database.read { try IdempotencyTable.read(key, in: $0) }
    }
}
