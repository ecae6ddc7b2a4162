import Contracts
import Domain
import Interchange
import JSONRPC
import Primitives
import StrictJSON
import Tokens
import VaultStore

extension Vault {
    /// Returns an item's authenticator code: the current one of a time-based item (TOTP or Steam), the next one of a
    /// counter-based item, whose counter it increases.
    func secretCode(_ call: Call<SecretCode, CallAuthorization>) async throws -> SecretCode.Answer {
        let secret = try await store.secret(call.params.id, of: call.caller.account)
        guard let secret, secret.state == .live else { throw Fault(.itemUnknown) }
        guard let body = secret.json else {
            reportUnreadable(secret)
            throw Fault(.itemUnreadable)
        }
        guard secret.kind == "otp" else { throw Fault(.notACodeItem) }
        guard let generator = TimeBasedCode(body: body) else { return try await nextCode(call) }
        let now = clock.now
        let period = Int64(generator.period) * 1000
        guard let code = ItemCode(wire: generator.code(at: now)) else { throw Fault(.notACodeItem) }
        countReads(of: [secret], by: call.caller)
        return SecretCode.Answer(
            code: code, digits: generator.digits, periodSeconds: generator.period,
            validForMs: Int(period - now.ms % period))
    }

    /// Takes the next counter of an item, and returns its code after the commit.
    private func nextCode(_ call: Call<SecretCode, CallAuthorization>) async throws -> SecretCode.Answer {
        let (params, caller) = (call.params, call.caller)
        try caller.checkMayWrite()
        let result = try await store.takeCounter(
            of: params.id, opID: operationID(params.requestId, of: SecretCode.name, by: caller), of: caller.account,
            by: caller.device, from: caller.origin, at: clock.now, checkAuthorization: { try caller.check() },
            Self.counterUse)
        if result.hasChanged { changes.notify(caller.account) }
        metrics.countOperations(1)
        switch result.outcome {
        case .taken(let counter, let secret):
            guard let entry = secret.json.flatMap({ CounterEntry(body: $0) }),
                let code = entry.code(of: counter).flatMap({ ItemCode(wire: $0) })
            else { throw Fault(.notACodeItem) }
            countReads(of: [secret], by: caller)
            return SecretCode.Answer(code: code, digits: entry.digits, counter: DecimalInt64(counter))
        case .absent: throw Fault(.itemUnknown)
        case .unusable(let secret):
            guard secret.json == nil else { throw Fault(.notACodeItem) }
            reportUnreadable(secret)
            throw Fault(.itemUnreadable)
        case .rejected(let rejection): throw fault(for: rejection)
        }
    }

    /// Reads the counter from an item's body.
    @Sendable private static func counterUse(of secret: StoredSecret) -> CounterUse? {
        guard secret.kind == "otp", let body = secret.json, let entry = CounterEntry(body: body) else { return nil }
        return CounterUse(
            counter: entry.counter, generator: entry.generator,
            next: JSON.object(entry.advanced(body)).canonical())
    }
}
