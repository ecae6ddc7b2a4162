import Contracts
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

@Suite struct `account.unknown` {
    @Test func `plays its example, and returns the accounts that have no row`() async throws {
        let fixture = try await AuthServiceFixture()
        let (params, example) = AccountUnknown.example
        #expect(try await fixture.asVault(AccountUnknown.self, params) == example)
        let deleted = try await fixture.deleteOne()
        let known = try await fixture.client().register(fixture, "+4915112345679").account
        let strangers = (1...250).map { AccountID(bits: UInt128($0)) }
        let asked = strangers + [known, deleted, known]
        #expect(
            try await fixture.asVault(AccountUnknown.self, .init(accounts: asked)).accounts == strangers + [deleted])
        #expect(try await fixture.asVault(AccountUnknown.self, .init(accounts: [known])).accounts.isEmpty)
    }

    @Test(arguments: [(500, true), (501, false)])
    func `500 accounts may be asked about at once`(count: Int, isAllowed: Bool) async throws {
        let fixture = try await AuthServiceFixture()
        let accounts = (0..<count).map { AccountID(bits: UInt128($0)) }
        let answer = try? await fixture.asVault(AccountUnknown.self, .init(accounts: accounts))
        #expect((answer?.accounts == accounts) == isAllowed)
    }

    @Test func `only the vault may ask`() async throws {
        let fixture = try await AuthServiceFixture()
        #expect(await fixture.fault(AccountUnknown.self, AccountUnknown.example.params, at: .internal) == "callRefused")
        #expect(
            await fixture.fault(AccountUnknown.self, AccountUnknown.example.params, at: .public) == "methodNotFound")
    }
}
