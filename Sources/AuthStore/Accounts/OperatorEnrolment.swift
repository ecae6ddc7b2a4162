import Audit
public import Domain
public import Primitives
import SQL

/// A new enrolment secret of an operator. It admits one device, which shows it beside a right code.
public struct OperatorEnrolment: Sendable, Hashable {
    /// The number of logins that may show a wrong secret before the secret is refused. A secret has 120 bits, so nobody
    /// guesses it; the limit keeps the general rule that whatever is compared is counted before.
    public static let attempts = 10

    /// The time after which a secret expires.
    public static let lifetime = Duration.hours(72)

    /// The keyed hash of the secret.
    let secretHash: [UInt8]
    /// The numbers of the key of `secretHash`, and of the index key of the phone number in it.
    let hashKey: Int, indexKey: Int
    public let expires: Instant

    public init(secretHash: [UInt8], hashKey: Int = 1, indexKey: Int = 1, expires: Instant) {
        self.secretHash = secretHash
        self.hashKey = hashKey
        self.indexKey = indexKey
        self.expires = expires
    }
}

extension AuthStore {
    /// Counts one more attempt at the enrolment secret of the number's operator, and commits it before the secret is
    /// compared. Returns the number of the key of its hash; nil if no secret may be compared.
    public func countEnrolmentAttempt(phone: PhoneIndex, at now: Instant) async throws -> Int? {
        try await change { transaction in
            try transaction.first(OperatorEnrolmentTable.countAttempt(phone: phone, at: now)).map { row in
                try transaction.audit(
                    .init(.attempt, AuditDetail.enrolmentSecret, account: row.identifier(1), at: now))
                return try row.keyNumber(0)
            }
        }
    }
}
