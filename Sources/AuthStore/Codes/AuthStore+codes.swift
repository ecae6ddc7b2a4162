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
            let owner = try Self.owner(asking: code, in: transaction)
            try CodeSending.open(code, within: limits, at: now, in: transaction)
            if let owner {
                try NoticeTable.append(
                    .deletionCodeRequested, about: owner.device, until: code.expires, of: owner.account, at: now,
                    in: transaction)
            }
            return .opened
        }
    }

    /// The account and device that a code for a deletion is sent to; nil for another code and for a device that is not
    /// admitted, whose request cannot delete anything. Locks the account.
    private static func owner(
        asking code: NewChallenge, in transaction: any Transaction
    ) throws -> (account: AccountID, device: DeviceRecord)? {
        guard code.purpose == .deleteAccount,
            try AccountTable.isOwner(phone: code.phoneIndex, thumbprint: code.thumbprint, in: transaction),
            let account = try AccountTable.lock(phone: code.phoneIndex, in: transaction)?.id,
            let device = try AccountDeviceTable.all(of: account, in: transaction)
                .first(where: { $0.thumbprint == code.thumbprint })
        else { return nil }
        return (account, device)
    }
}
