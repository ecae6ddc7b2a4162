public import Domain
public import Primitives
import SQL

/// A new enrolment secret of an operator. It admits one device, which shows it beside a right code.
public struct OperatorEnrolment: Sendable, Hashable {
    /// The number of logins that may show a wrong secret before the secret is refused. A secret has 120 bits, so nobody
    /// guesses it; the limit keeps the general rule that whatever is compared is counted before.
    public static let attempts = 10

    /// The keyed hash of the secret.
    let secretHash: [UInt8]
    public let expires: Instant

    public init(secretHash: [UInt8], expires: Instant) {
        self.secretHash = secretHash
        self.expires = expires
    }
}

extension AuthStore {
    /// Counts one more attempt at the enrolment secret of the number's operator, and commits it before the secret is
    /// compared. Returns false if no secret may be compared.
    public func countEnrolmentAttempt(phone: PhoneIndex, at now: Instant) async throws -> Bool {
        try await database.write { transaction in
            try transaction.run(OperatorEnrolmentTable.countAttempt(phone: phone, at: now))
            return transaction.changes == 1
        }
    }
}
