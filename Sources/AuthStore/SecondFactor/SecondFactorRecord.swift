public import Domain
public import Primitives
import SQL

/// A row of `second_factor`: the authenticator (RFC 6238) of an account.
public struct SecondFactorRecord: Sendable, Hashable {
    public let account: AccountID
    /// Distinguishes the factor from the ones that the account had before.
    public let id: SecondFactorID
    /// The secret, encrypted by the service and bound to the account and the factor.
    public let secretSealed: Sealed
    /// True if the person has shown a code of it. Before that it protects nothing, and another one may take its place.
    public let isConfirmed: Bool
    /// The last time step whose code was used. Codes of it and of earlier steps are refused.
    public let lastStep: Int64
    public let made: Instant
    /// The moment from which its codes confirm acts on the account.
    public let countsFrom: Instant

    static let columns = "account, id, secret_sealed, seal_key, confirmed, last_step, made, counts_from"

    init(_ row: Row) throws {
        account = try row.identifier(0)
        id = try row.identifier(1)
        secretSealed = Sealed(try row.bytes(2), key: try row.keyNumber(3))
        isConfirmed = try row.bool(4)
        lastStep = try row.int(5)
        made = try row.instant(6)
        countsFrom = try row.instant(7)
    }
}

/// A second factor as it is stored when it is made.
public struct NewSecondFactor: Sendable, Hashable {
    let id: SecondFactorID
    let secretSealed: Sealed

    public init(id: SecondFactorID, secretSealed: Sealed) {
        self.id = id
        self.secretSealed = secretSealed
    }
}

/// The result of a change of a second factor.
public enum SecondFactorChange: Sendable, Hashable {
    case done
    /// The factor is stored and waits for its first code.
    /// - Parameter countsFrom: the moment from which its codes confirm acts on the account.
    case made(countsFrom: Instant)
    /// A request with this `requestId` took effect before.
    case replayed(StoredResponse)
    /// The code was used, or the factor replaced or removed, while the code was compared; or the session waits for no second
    /// factor.
    case unusable
    /// The account has a confirmed factor already.
    case exists
    /// The session that asked has ended since the call was authenticated.
    case callerEnded(SessionEnd)
}

/// A right code of a second factor, whose attempt was counted. It is used up in the transaction that acts on it.
public struct SecondFactorCode: Sendable, Hashable {
    /// The counted attempt.
    let attempt: RecoveryAttempt
    let factor: SecondFactorRecord
    /// The time step whose code it is.
    let step: Int64

    public init(attempt: RecoveryAttempt, factor: SecondFactorRecord, step: Int64) {
        self.attempt = attempt
        self.factor = factor
        self.step = step
    }
}
