import AuthStore
import Contracts
import Cryptography
import DPoP
import Domain
import Primitives
import Support
import Testing

@testable import AuthService

/// What the database holds of a one-time code.
@Suite struct `The stored hash of a one-time code` {
    /// A code that was requested, with its row.
    private static func requested() async throws -> (
        fixture: AuthServiceFixture, code: OneTimeCode, row: ChallengeRecord, key: Key256
    ) {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (challenge, code) = try await phone.requestCode(fixture)
        let row = try #require(try await fixture.store.challenge(challenge, thumbprint: phone.key.thumbprint))
        return (fixture, code, row, fixture.auth.keys.hash.activeKey)
    }

    @Test(.requirement("O9")) func `tests no code under another key than the service's`() async throws {
        let (fixture, code, row, key) = try await Self.requested()
        #expect(CodeHash(key: key).matches(code, row))
        for _ in 0..<8 { #expect(!CodeHash(key: .generate(fixture.random)).matches(code, row)) }
        #expect(!CodeHash(key: key).matches(try fixture.wrong(code), row))
    }

    @Test(.requirement("O9")) func `has a random salt of 16 bytes, and is another one under another salt`() async throws
    {
        let (fixture, code, row, key) = try await Self.requested()
        let other = fixture.client("other")
        let second = try await other.requestCode(fixture, to: "+4915198765432").challenge
        let salt = try #require(try await fixture.store.challenge(second, thumbprint: other.key.thumbprint)).salt
        #expect(row.salt.count == 16 && salt.count == 16 && salt != row.salt)
        func hash(_ salt: [UInt8]) -> [UInt8] {
            CodeHash(key: key).hash(
                code, challenge: row.id, purpose: row.purpose, phoneIndex: row.phoneIndex, thumbprint: row.thumbprint,
                salt: salt)
        }
        #expect(hash(row.salt) == row.codeHash)
        #expect(hash(salt) != row.codeHash)
        #expect(hash([]) != row.codeHash)
    }

    @Test(.requirement("O6")) func `is another one for another challenge, purpose, number or device key`() async throws
    {
        let (fixture, code, row, key) = try await Self.requested()
        let id: ChallengeID = fixture.random.id(), other = PhoneIndex([UInt8](repeating: 7, count: 32), key: 1)
        let hashes = [
            (row.id, row.purpose, row.phoneIndex, row.thumbprint), (id, row.purpose, row.phoneIndex, row.thumbprint),
            (row.id, .deleteAccount, row.phoneIndex, row.thumbprint), (row.id, row.purpose, other, row.thumbprint),
            (row.id, row.purpose, row.phoneIndex, "another"),
        ].map { id, purpose, phone, thumbprint in
            CodeHash(key: key).hash(
                code, challenge: id, purpose: purpose, phoneIndex: phone, thumbprint: thumbprint, salt: row.salt)
        }
        #expect(hashes[0] == row.codeHash)
        #expect(Set(hashes).count == hashes.count)
    }
}
