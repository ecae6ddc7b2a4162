import Contracts
import Domain
import Interchange
import JSONRPC
import Primitives
import StrictJSON
import Tokens
import VaultStore

extension Vault {
    /// Returns an item's current authenticator code (TOTP or Steam).
    func secretCode(_ call: Call<SecretCode, CallAuthorization>) async throws -> SecretCode.Answer {
        let secret = try await store.secret(call.params.id, of: call.caller.account)
        guard let secret, secret.state == .live else { throw Fault(.itemUnknown) }
        guard let body = secret.json else {
            reportUnreadable(secret)
            throw Fault(.itemUnreadable)
        }
        guard secret.kind == "otp", let generator = TimeBasedCode(body: body) else { throw Fault(.notACodeItem) }
        let now = clock.now
        let period = Int64(generator.period) * 1000
        guard let code = ItemCode(wire: generator.code(at: now)) else { throw Fault(.notACodeItem) }
        countReads(of: [secret], by: call.caller)
        return SecretCode.Answer(
            code: code, digits: generator.digits, periodSeconds: generator.period,
            validForMs: Int(period - now.ms % period))
    }
}
