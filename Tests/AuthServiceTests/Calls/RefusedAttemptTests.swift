import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthService

/// An attempt at a PIN or a second factor that is refused before it is compared leaves every row as it was: otherwise a
/// caller without attempts could fill the database.
@Suite struct `Attempts that are not compared` {
    /// Makes calls that must be refused, and compares every row with what it was before.
    private static func expectNoWrite(_ fixture: AuthServiceFixture, _ calls: () async throws -> Void) async throws {
        let before = try await fixture.database.contents()
        try await calls()
        let after = try await fixture.database.contents()
        #expect(after.keys == before.keys)
        for table in before.keys { #expect(after[table] == before[table], "\(table)") }
    }

    @Test func `at a PIN by a new device in its 24 hours of waiting write nothing`() async throws {
        let (fixture, _) = try await `pin.prove`.person(), tablet = fixture.client("tablet")
        try await tablet.login(fixture)
        for wrong in ["111111", "222222"] { try await tablet.expectRefused(.pinWrong, proving: wrong) }
        try await tablet.expectRefused(.pinWait, proving: "333333")
        for pin in ["444444", AuthTestClient.pin] {
            let proof = try await tablet.proof(pin)
            try await Self.expectNoWrite(fixture) { try await tablet.expectRefused(.pinWait, PINProve.self, proof) }
        }
    }

    @Test func `at a PIN that has had a hundred wrong attempts write nothing`() async throws {
        let (fixture, _) = try await `pin.prove`.person(), tablet = fixture.client("tablet")
        try await tablet.login(fixture)
        _ = try await fixture.database.write { try $0.run(.init("UPDATE pin SET failures = 100")) }
        for pin in ["444444", AuthTestClient.pin] {
            let proof = try await tablet.proof(pin)
            try await Self.expectNoWrite(fixture) {
                try await tablet.expectRefused(.pinExhausted, PINProve.self, proof)
            }
        }
    }

    @Test func `at the PIN of a blocked account, and changes of it, write nothing`() async throws {
        let (fixture, phone) = try await `pin.prove`.person()
        let proof = try await phone.proof(), change = try await phone.change(to: "582940")
        let confirmed = try await phone.confirmation()
        for _ in 0..<2 { try await phone.expectRefused(.pinWrong, proving: "111111") }
        try await phone.expectRefused(.blocked, proving: "111111")
        try await Self.expectNoWrite(fixture) {
            try await phone.expectRefused(.pinChallengeExpired, PINProve.self, proof)
            try await phone.expectRefused(.blocked, PINChange.self, change)
            try await phone.expectRefused(.blocked, AccountRecoveryCodes.self, .init(confirmation: confirmed))
        }
    }

    @Test func `at a second factor by a session without attempts, and by a device that has to wait, write nothing`()
        async throws
    {
        let (fixture, phone) = try await `secondFactor.enroll`.person()
        let codes = try await phone.makeCodes(), secret = try await phone.makeFactor(fixture)
        try await phone.login(fixture)
        let refused = [
            SecondFactorVerify.Params(code: try phone.code(secret, fixture).other),
            .init(code: try phone.code(secret, fixture)), .init(recoveryCode: codes[0]),
        ]
        for _ in 0..<5 { try await phone.expectRefused(.secondFactorWrong, SecondFactorVerify.self, refused[0]) }
        try await Self.expectNoWrite(fixture) {
            for params in refused { try await phone.expectRefused(.tooManyAttempts, SecondFactorVerify.self, params) }
        }
        try await phone.login(fixture)
        for _ in 0..<5 { try await phone.expectRefused(.secondFactorWrong, SecondFactorVerify.self, refused[0]) }
        try await phone.login(fixture)
        try await Self.expectNoWrite(fixture) {
            for params in refused { try await phone.expectRefused(.codeWait, SecondFactorVerify.self, params) }
        }
    }
}
