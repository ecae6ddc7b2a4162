import ArgumentParser
import Contracts
import DPoP
import JSONRPC
import LatchkeyDevice
import Primitives
import RPCClient

/// An account of the group `demo` with one device, which is admitted, and the session of its registration.
struct LoadAccount: Sendable {
    let phone: String
    /// The RFC 7638 thumbprint of the device key.
    let thumbprint: String
    /// Calls auth with fresh request proofs by the device key.
    let auth: AuthClient
    /// The session of the registration.
    let session: SessionGrant

    /// Registers an account. Its requests name a client address of its own, as a proxy adds it: auth believes it if
    /// `trusted-proxies` names this host, and then counts each account for itself, as it does with clients of the network.
    ///
    /// - Parameter number: the last nine digits of its phone number. The last 24 bits are those of its address.
    init(_ connection: HTTPConnection, _ url: String, number: UInt64) async throws {
        let digits = String(number)
        phone = "+49151" + String(repeating: "0", count: 9 - digits.count) + digits
        let key = DeviceKey.generate(.system)
        thumbprint = key.thumbprint
        let address = "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
        auth = AuthClient(
            connection: ForwardedConnection(connection: connection, address: address), url: url, key: key,
            clock: .system, random: .system)
        guard let group = GroupID(rawValue: "demo") else { throw ExitCode.failure }
        let started = try await auth.call(RegistrationStart.self, .init(phone: phone, group: group))
        session = try await auth.call(RegistrationConfirm.self, .init(challengeId: started.challengeId)).session
    }
}

/// A connection whose requests name a client address.
private struct ForwardedConnection: Connection {
    let connection: HTTPConnection
    let address: String

    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        try await connection.send(body, headers: headers + [Header("X-Forwarded-For", address)])
    }
}
