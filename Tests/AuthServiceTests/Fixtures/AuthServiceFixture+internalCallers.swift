import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import ServiceAuth
import Support

/// Calls over the listeners that devices cannot reach.
extension AuthServiceFixture {
    /// Calls as the administrator, over the administration socket.
    func callAsAdministrator<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        try await notingAudit(method) { try await administer(method, params) }
    }

    private func administer<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        do {
            return try await InProcessConnection(to: router, at: .administration, from: "").call(method, params)
        } catch {
            throw error.fault.map { $0 as any Error } ?? error
        }
    }

    /// Calls as the vault, over a new service-call session.
    func asVault<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        let session = try await openServiceCallSession()
        let connection = InProcessConnection(to: router, at: .internal)
        do {
            return try await connection.call(method, params) { body in
                [Header("Latchkey-Call", session.header(path: "/rpc", body: body, now: clock.now, random: random))]
            }
        } catch {
            throw error.fault.map { $0 as any Error } ?? error
        }
    }

    /// Opens a service-call session as the vault.
    func openServiceCallSession() async throws -> ServiceSession {
        let handshake = ClientHandshake(by: vaultKey, to: "auth", now: clock.now, random: random)
        let answer = try await InProcessConnection(to: router, at: .internal).call(
            ServiceAuthenticate.self, .init(assertion: handshake.assertion))
        return try handshake.finish(
            HandshakeResponse(
                handle: answer.handle, publicKey: answer.publicKey, signature: answer.signature,
                expires: answer.expiresAtMs), peers: PeerKeys([("auth", authKey.publicKey)]))
    }
}

extension AuthServiceFixture {
    /// Returns the name of the fault that answers a call without credentials; nil if no fault answers it.
    func fault<M: Method>(_ method: M.Type, _ params: M.Params, at listener: Listener) async -> String? {
        do {
            _ = try await InProcessConnection(to: router, at: listener).call(method, params)
            return nil
        } catch {
            return error.fault?.name
        }
    }

    /// Deletes all rows of a table.
    func deleteRows(of table: String) async throws {
        _ = try await database.write { try $0.run(Statement("DELETE FROM \(table)")) }
    }
}
