import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import Logging
import Primitives

/// Prepares one-time codes and their messages, and translates why a code may not be sent into a fault.
struct CodeSender: Sendable {
    let auth: Auth

    /// Parses a phone number; throws `invalidParams` for other text, and `destinationRefused` for a country that this
    /// installation does not serve.
    func parse(_ phone: String) throws -> E164 {
        guard let number = E164(parsing: phone) else { throw Fault(.invalidParams, field: "phone") }
        guard auth.settings.countries?.contains(number) ?? true else { throw Fault(.destinationRefused) }
        return number
    }

    /// The keys that a send to `phone` is counted under.
    func sendKeys(for phone: E164, _ context: RequestContext) -> SendKeys {
        auth.phones.sendKeys(phone, from: context.peer, shardSeed: auth.random.uint64())
    }

    /// Makes a challenge with a random code, and the message that carries it; for a test number, with the fixed code
    /// and without a message. The work is the same whether or not the number has an account. Stops the number's prefix
    /// first if too few of the codes sent to it were used.
    func prepare(
        _ purpose: CodePurpose, to phone: E164, in language: LanguageTag?, thumbprint: String,
        _ context: RequestContext, at now: Instant
    ) async throws -> NewChallenge {
        let sendKeys = sendKeys(for: phone, context)
        if let stop = try await auth.store.stopAbusedPrefix(sendKeys.prefix, at: now) { auth.report(stop) }
        let test = auth.settings.testNumbers.first { $0.phone == phone && $0.until > now }
        guard let code = test?.code ?? OneTimeCode(auth.random.digits(6)) else { throw Fault(.internalError) }
        let id: ChallengeID = auth.random.id(), salt = auth.random.bytes(16), expires = now + auth.settings.codeLifetime
        let message = CodeMessage(
            code: code,
            use: CodeUse(
                purpose, isNewDevice: try await !auth.store.hasHeldSession(thumbprint, phone: sendKeys.phone)),
            lifetime: auth.settings.codeLifetime, domain: auth.settings.messageDomain
        ).message(to: phone, in: auth.settings.messageTexts.texts(in: language), expires: expires)
        let keys = auth.keys.hash
        let hash = CodeHash(key: keys.activeKey).hash(
            code, challenge: id, purpose: purpose, phoneIndex: sendKeys.phone, thumbprint: thumbprint, salt: salt)
        return NewChallenge(
            purpose: purpose, id: id, thumbprint: thumbprint, salt: salt, codeHash: hash, hashKey: keys.active,
            expires: expires, message: test == nil ? entry(for: message, id) : nil, keys: sendKeys)
    }

    private func entry(for message: TextMessage, _ challenge: ChallengeID) -> OutboxEntry {
        let id: OutboxEntryID = auth.random.id()
        let payload = OutboxPayload.message(to: message.to, text: message.text, expires: message.expires)
        return OutboxEntry(
            id: id, kind: .sms, challenge: challenge, sealed: payload.sealed(for: id, keys: auth.keys, auth.random),
            expires: message.expires)
    }

    /// Answers a request for a code, or the start of a registration, by the result of its transaction: `answer` if it
    /// took effect now, the stored answer if the same request took effect before. Otherwise throws the fault:
    /// `sendLimit`, `codeWait` or `requestIdReused`.
    ///
    /// `registration.start` and `.restart` read the registration before the transaction. If it has changed since,
    /// `reevaluate` reads it again and throws the refusal that now applies. If no refusal applies any more, the fault
    /// is `unavailable` and the client repeats the request.
    func answer<A: Decodable>(
        _ answer: A, after outcome: NewChallenge.Outcome, at now: Instant, reevaluate: () async throws -> Void = {}
    ) async throws -> A {
        switch outcome {
        case .opened:
            auth.outboxWakeSignal.signal()
            return answer
        case .replayed(let stored): return try auth.storedAnswer(stored)
        case .sendLimit(let retryAt): throw Fault.wait(.sendLimit, until: retryAt, now: now)
        case .wait(let until): throw Fault.wait(.codeWait, until: until, now: now)
        case .stateChanged:
            try await reevaluate()
            throw Fault(.unavailable, retryAfterMs: 100)
        }
    }

    /// The shortest time between two codes to one number. Other limits may demand a longer wait.
    var resendAfterMs: Int { Int(auth.settings.sendLimits.perNumber.map(\.span).min()?.ms ?? 0) }
}
