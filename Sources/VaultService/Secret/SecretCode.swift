import Contracts
import Cryptography
import Domain
import JSONRPC
import OTP
import Primitives
import StrictJSON
import Tokens
import VaultStore

extension Vault {
    /// Gives an item's current one-time code.
    func secretCode(_ call: Call<SecretCode, Admission>) async throws -> SecretCode.Answer {
        let secret = try await store.secret(call.params.id, of: call.caller.account)
        guard let secret, secret.state == .live else { throw Fault(.itemUnknown) }
        guard let body = secret.json else {
            alarm(secret)
            throw Fault(.itemUnreadable)
        }
        guard secret.kind == "otp", let generator = TOTP(body) else { throw Fault(.notACodeItem) }
        let now = clock.now
        let period = Int64(generator.period) * 1000
        guard let code = AuthenticatorCode(wire: generator.code(at: now)) else { throw Fault(.notACodeItem) }
        return SecretCode.Answer(
            code: code, digits: generator.digits, periodSeconds: generator.period,
            validForMs: Int(period - now.ms % period))
    }
}

extension TOTP {
    /// The generator a body of kind `otp` describes; nil for one that counts, or a damaged one.
    fileprivate init?(_ body: JSONObject) {
        guard let entry = try? WireDecoder().decode(OTPBody.self, from: .object(body)), entry.type == .totp,
            let secret = Base32.decode(entry.secret)
        else { return nil }
        let function: HashFunction =
            switch entry.algorithm {
            case .sha1: .sha1
            case .sha256: .sha256
            case .sha512: .sha512
            }
        self.init(secret: secret, function: function, digits: entry.digits, period: entry.period ?? 30)
    }
}
