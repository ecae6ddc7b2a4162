import AuthStore
import Domain
import Primitives
import Testing

/// A device learns of an account only if its key is admitted there.
@Suite struct RegistrationReadTests {
    @Test func `only an admitted device of a number's account sees the account`() async throws {
        let fixture = try await AuthStoreFixture(), (account, _) = try await fixture.register(on: "phone")
        _ = try await fixture.login(on: "unproven")
        _ = try await fixture.register(AuthStoreFixture.otherPhone, on: "tablet")
        for (key, expected) in [("phone", account.id), ("unproven", nil), ("tablet", nil), ("stranger", nil)] {
            let seen = try await fixture.store.registration(
                phone: AuthStoreFixture.phone, thumbprint: key, at: fixture.now)
            #expect(seen.account?.id == expected, "\(key)")
            #expect(seen.registration == nil)
        }
    }
}
