import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// What is true of somebody who is in: the account, the session, and the tokens of it.
    struct Entered: Sendable {
        let session: SessionGrant
        /// `admit` while the session waits for a device that is already in.
        let next: String?
    }

    /// Everything an arrival needs, with fresh identifiers.
    func arrival(
        _ proof: Arrival.Proof, registration: RegistrationRecord?, phoneIndex: [UInt8], device: ProvenDevice,
        deviceName: String?, isAgain: Bool, at now: Instant
    ) -> Arrival {
        let refreshTokens = refreshTokens
        return Arrival(
            proof: proof, registration: registration, phoneIndex: phoneIndex, thumbprint: device.thumbprint,
            publicKey: device.publicKey, deviceName: deviceName, isAgain: isAgain, account: random.id(),
            device: random.id(), session: random.id(), family: random.id(), digits: random.digits(2),
            expires: now + settings.sessionLifetime,
            refreshHash: { refreshTokens.hash(refreshTokens.first(account: $0, session: $1, family: $2)) })
    }

    /// The answer to somebody who has come in, now.
    func entered(_ account: AccountRecord, _ session: SessionRecord, at now: Instant) throws -> Entered {
        tell()
        outboxWakeSignal.signal()
        return Entered(
            session: try SessionGrantIssuer(auth: self).first(account, session),
            next: session.gate == .unproven ? "admit" : nil)
    }

    /// The answer to a request that opened a session before, rebuilt from the rows: for ten minutes, and while nothing
    /// has been done with the session's first refresh token.
    func enteredBefore(_ memory: Once.Memory, at now: Instant) async throws -> Entered {
        guard case .done(let bytes, let at) = memory else { throw Fault(.requestIdReused) }
        if bytes == Arrival.Kept.notRegistered { throw Fault(.notRegistered) }
        if bytes == Arrival.Kept.blocked { throw Fault(.blocked) }
        guard bytes.count == 32, now < at + .minutes(10), let account = AccountID(bytes: bytes[..<16]),
            let session = SessionID(bytes: bytes[16...])
        else { throw Fault(.codeExpired) }
        let standing = try await store.standing(of: session, account: account, tag: tag(of: account))
        guard let person = standing.account, let opened = standing.session, opened.ended == nil,
            opened.generation == 0, opened.tsv == person.tsv
        else { throw Fault(.codeExpired) }
        return try entered(person, opened, at: now)
    }
}
