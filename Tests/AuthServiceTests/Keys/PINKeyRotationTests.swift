import AuthStore
import Contracts
import Domain
import JSONRPC
import Support
import Testing

@testable import AuthService

@Suite struct `Replacing keys while people use PINs` {
    private static func person() async throws -> (fixture: AuthServiceFixture, phone: AuthTestClient) {
        let fixture = try await AuthServiceFixture(rotatesKeys: true) { $0.sendLimits.perNumber = [] }
        let phone = fixture.client("phone")
        try await phone.register(fixture)
        try await phone.enrol()
        return (fixture, phone)
    }

    private static func activate(_ kind: KeyKind, _ fixture: AuthServiceFixture) async throws {
        let key = try #require(KeyID(kind, 2)),
            socket = InProcessConnection(to: fixture.router, at: .administration, from: "")
        _ = try await socket.call(KeyPublish.self, .init(key: key))
        _ = try await socket.call(KeyActivate.self, .init(key: key))
    }

    @Test func `a PIN and its unlock share are read before and after they are encrypted again`() async throws {
        let (fixture, phone) = try await Self.person()
        let share = try await phone.prove(AuthTestClient.pin, .unlock).unlockShare
        try await Self.activate(.seal, fixture)
        #expect(try await phone.prove(AuthTestClient.pin, .unlock).unlockShare == share)
        try await fixture.auth.rewriteRows()
        #expect(try await fixture.count("pin", where: "seal_key = 2") == 1)
        #expect(try await fixture.count("unlock_share", where: "seal_key = 2") == 1)
        #expect(try await phone.prove(AuthTestClient.pin, .unlock).unlockShare == share)
    }

    @Test func `a second factor is read before and after it is encrypted again`() async throws {
        let (fixture, phone) = try await Self.person()
        let secret = try await phone.makeFactor(fixture)
        try await phone.login(fixture)
        try await Self.activate(.seal, fixture)
        try await fixture.auth.rewriteRows()
        #expect(try await fixture.count("second_factor", where: "seal_key = 2") == 1)
        try await phone.passFactor(secret, fixture)
    }

    @Test func `a challenge that was given before the hash key was replaced is proven after it`() async throws {
        let (fixture, phone) = try await Self.person()
        let before = try await phone.proof()
        try await Self.activate(.hash, fixture)
        try await phone.expectSuccess(PINProve.self, before)
        try await phone.expectRefused(.pinWrong, proving: "111111", .unlock)
    }
}
