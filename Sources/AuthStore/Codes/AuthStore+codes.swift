public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// True if a device key held a full session of a number's account, now or before.
    public func hasHeldSession(_ thumbprint: String, phone: PhoneIndex) async throws -> Bool {
        try await database.read {
            try AccountTable.standing(ofKey: thumbprint, phone: phone, in: $0) != .stranger
        }
    }

    /// Opens a challenge for an account's login or deletion: counts the send, ends this device key's former challenge
    /// and queues the message. A refusal leaves nothing behind.
    public func openChallenge(
        _ code: NewChallenge, within limits: SendLimits, idempotencyKey: IdempotencyKey?, response: [UInt8],
        at now: Instant
    ) async throws -> NewChallenge.Outcome {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: response, at: now, in: transaction) {
                return .replayed(stored)
            }
            try CodeSending.open(code, within: limits, at: now, in: transaction)
            return .opened
        }
    }
}
