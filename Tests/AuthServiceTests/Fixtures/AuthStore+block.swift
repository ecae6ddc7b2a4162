import Domain
import Primitives

@testable import AuthStore

extension AuthStore {
    /// Blocks an account as too many wrong PINs of an unknown device do; returns false if it is unknown or blocked.
    func block(_ account: AccountID, at now: Instant) async throws -> Bool {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction), person.state == .registered else {
                return false
            }
            try Self.block(person, by: nil, at: now, in: transaction)
            return true
        }
    }
}
