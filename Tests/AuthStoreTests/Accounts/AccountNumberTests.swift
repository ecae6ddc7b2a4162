import Domain
import Primitives
import SQL
import Support
import Testing

@testable import AuthStore

@Suite struct `Statements about an account's numbers` {
    /// A number that is reserved for the account, and its present one.
    private static let former = PhoneIndex([7, 7]), present = PhoneIndex([8, 8])

    @Test(
        arguments: [
            ("reserve", 2, 0), ("release", 0, 1), ("restore", 0, 1), ("delete", 0, 0),
        ] as [(String, Int, Int)])
    func `change the numbers of that account alone`(name: String, reserved: Int, free: Int) async throws {
        let fixture = try await AuthStoreFixture()
        let own = try await fixture.register().account.id
        let other = try await fixture.register(AuthStoreFixture.otherPhone, on: "other").account.id
        let counts = try await fixture.database.write { transaction in
            for account in [own, other] { try transaction.run(AccountNumberTable.delete(of: account)) }
            for (account, shift) in [(own, UInt8(0)), (other, 50)] {
                func number(_ index: PhoneIndex) -> PhoneIndex { PhoneIndex(index.bytes.map { $0 + shift }) }
                _ = try AccountNumberTable.claim(number(Self.former), for: account, in: transaction)
                try transaction.run(AccountNumberTable.reserve(of: account))
                _ = try AccountNumberTable.claim(number(Self.present), for: account, in: transaction)
            }
            switch name {
            case "reserve": try transaction.run(AccountNumberTable.reserve(of: own))
            case "release": try transaction.run(AccountNumberTable.release(of: own))
            case "restore": try transaction.batch(AccountNumberTable.restore(of: own))
            default: try transaction.run(AccountNumberTable.delete(of: own))
            }
            return try [own, other].flatMap { account in
                try ["IS NOT NULL", "IS NULL"].map { condition in
                    try transaction.first(
                        Statement(
                            "SELECT COUNT(*) FROM account_number WHERE account = $1 AND reserved \(condition)",
                            .identifier(account)))?.int(0)
                }
            }
        }
        #expect(counts == [Int64(reserved), Int64(free), 1, 1])
    }
}
