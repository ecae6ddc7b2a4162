import AuthStore
import Domain
import Primitives
import SQL
import Testing

@Suite struct AccountWithNumberTests {
    @Test func `an account without a number is never returned as one that has a number`() async throws {
        let fixture = try await AuthStoreFixture()
        let first = try await fixture.register().account.id
        let second = try await fixture.register(AuthStoreFixture.otherPhone, on: "tablet").account.id
        for (without, with) in [(first, second), (second, first)] {
            let text = "UPDATE account SET phone_index = $2 WHERE id = $1"
            _ = try await fixture.database.write {
                try $0.run(Statement(text, .identifier(without), .null))
                try $0.run(Statement(text, .identifier(with), .bytes([1])))
            }
            #expect(try await fixture.store.anyAccountWithNumber()?.id == with)
        }
    }
}
