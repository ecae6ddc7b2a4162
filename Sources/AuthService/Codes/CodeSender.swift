import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import Logging
import Primitives

/// Prepares a code and its message, and says on the wire why one may not be sent.
struct CodeSender: Sendable {
    let auth: Auth

    /// The number of a request; a number in another country than the installation serves is refused.
    func read(_ phone: String) throws -> E164 {
        guard let number = E164(parsing: phone) else { throw Fault(.invalidParams, field: "phone") }
        let countries = auth.settings.callingCodes
        guard countries.isEmpty || countries.contains(where: { number.digits.hasPrefix($0) }) else {
            throw Fault(.destinationRefused)
        }
        return number
    }

    /// What a send is counted under.
    func keys(for phone: E164, _ context: RequestContext) -> SendKeys {
        SendKeys(
            number: auth.phones.index(phone), address: auth.phones.address(context.peer),
            block: auth.phones.block(phone), prefix: auth.phones.prefix(phone), roll: auth.random.uint64())
    }

    /// A challenge with a fresh code, and the message that carries it. The same work whoever has the number.
    func prepare(
        _ purpose: CodePurpose, to phone: E164, for thumbprint: String, _ context: RequestContext, at now: Instant
    ) async throws -> NewChallenge {
        let keys = keys(for: phone, context)
        if try await auth.store.judgePrefix(keys.prefix, at: now) != nil {
            auth.log.warning("codes to a prefix go unused", metadata: ["prefix": "\(keys.prefix)"])
        }
        let test = auth.settings.testNumbers.first { $0.phone == phone && $0.until > now }
        guard let code = test?.code ?? OneTimeCode(auth.random.digits(6)) else { throw Fault(.internalError) }
        let id: ChallengeID = auth.random.id(), salt = auth.random.bytes(16), expires = now + auth.settings.codeLifetime
        let hash = CodeHash(key: auth.keys.hash).hash(
            code, challenge: id, purpose: purpose, phoneIndex: keys.number, thumbprint: thumbprint, salt: salt)
        return NewChallenge(
            purpose: purpose, id: id, phoneIndex: keys.number, thumbprint: thumbprint, salt: salt, codeHash: hash,
            expires: expires, message: test == nil ? message(code, to: phone, id, expires) : nil, keys: keys)
    }

    private func message(_ code: OneTimeCode, to phone: E164, _ id: ChallengeID, _ expires: Instant) -> OutboxEntry {
        let minutes = auth.settings.codeLifetime.components.seconds / 60
        let text = """
            Your code is \(code.reveal). It is good for \(minutes) minutes. Never tell it to anyone.

            @\(auth.settings.messageDomain) #\(code.reveal)
            """
        let entry: EventID = auth.random.id()
        let envelope = OutboxPayload.message(to: phone, text: text, expires: expires)
        return OutboxEntry(
            id: entry, kind: .sms, challenge: id, sealed: envelope.sealed(as: entry, by: auth.keys, auth.random),
            expires: expires)
    }

    /// The answer kept with a request, where it was answered before; throws what stands in the way of a send.
    func settle(_ outcome: NewChallenge.Outcome, at now: Instant) throws -> [UInt8]? {
        switch outcome {
        case .opened:
            auth.outboxWakeSignal.signal()
            return nil
        case .repeated(.done(let answer, _)): return answer
        case .repeated(.reused): throw Fault(.requestIdReused)
        case .sendLimit(let retryAt): throw Fault.wait(.sendLimit, until: retryAt, now: now)
        case .wait(let until): throw Fault.wait(.codeWait, until: until, now: now)
        case .outOfStep: throw OutOfStep()
        }
    }

    /// The registration moved between reading and committing.
    struct OutOfStep: Error {}

    /// How long until another code may be sent to the same number.
    var resendAfterMs: Int { Int(auth.settings.sendLimits.number.map(\.span).min()?.ms ?? 0) }
}
