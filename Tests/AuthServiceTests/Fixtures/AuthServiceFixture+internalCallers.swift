import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import ServiceAuth
import Support

/// The two doors devices never see: the other service's, and the local administrator's.
extension AuthServiceFixture {
    /// Calls as the local administrator, over the service's own socket.
    func administrate<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        do {
            return try await InProcessConnection(to: router, at: .operations, from: "").call(method, params)
        } catch {
            throw error.fault.map { $0 as any Error } ?? error
        }
    }

    /// Calls as the vault, after introducing itself.
    func asVault<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        let session = try await introduce()
        let connection = InProcessConnection(to: router, at: .internal)
        do {
            return try await connection.call(method, params) { body in
                [Header("Latchkey-Call", session.header(path: "/rpc", body: body, now: clock.now, random: random))]
            }
        } catch {
            throw error.fault.map { $0 as any Error } ?? error
        }
    }

    /// Introduces the vault.
    func introduce() async throws -> ServiceSession {
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
    /// The fault of a call without any credentials; nil where it was answered.
    func fault<M: Method>(_ method: M.Type, _ params: M.Params, at listener: Listener) async -> String? {
        do {
            _ = try await InProcessConnection(to: router, at: listener).call(method, params)
            return nil
        } catch {
            return error.fault?.name
        }
    }

    /// Empties a table, as an administrator with a database tool would.
    func forget(_ table: String) async throws {
        _ = try await database.write { try $0.run(Statement("DELETE FROM \(table)")) }
    }
}
