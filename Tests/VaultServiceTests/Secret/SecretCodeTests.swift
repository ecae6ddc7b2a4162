import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `secret.code` {
    @Test func `plays its example: the codes of two test times of RFC 6238`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        var params = SecretAdd.example.params
        // The RFC's key, "12345678901234567890", and its eight digits.
        params.body["secret"] = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        params.body["digits"] = 8
        _ = try await person.call(SecretAdd.self, params)
        for (seconds, code) in [(Int64(2_000_000_000), "69279037"), (20_000_000_000, "65353130")] {
            fixture.clock.set(Instant(ms: seconds * 1000 + 18_000))
            let answer = try await person.call(SecretCode.self, SecretCode.example.params)
            let left = 30_000 - (seconds * 1000 + 18_000) % 30_000
            #expect(answer.digits == 8 && answer.periodSeconds == 30 && Int64(answer.validForMs) == left)
            fixture.clock.set(Instant(ms: seconds * 1000))
            #expect(try await person.call(SecretCode.self, SecretCode.example.params).code.reveal == code)
        }
    }

    /// The codes that pyotp gives for this key at these times.
    @Test(arguments: [(Int64(0), "CRFP3"), (30, "H8RK3")]) func `a Steam item has a code of five characters`(
        second: Int64, code: String
    ) async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        var params = SecretAdd.example.params
        params.body["type"] = "steam"
        params.body["secret"] = "STK7746GVMCHMNH5FBIAQXGPV3I7ZHRG"
        params.body["digits"] = 5
        params.body["period"] = nil
        _ = try await person.call(SecretAdd.self, params)
        fixture.clock.set(Instant(ms: second * 1000 + 10_000))
        let answer = try await person.call(SecretCode.self, SecretCode.example.params)
        #expect(answer.code.reveal == code && answer.digits == 5)
        #expect(answer.periodSeconds == 30 && answer.validForMs == 20_000)
    }

    @Test func `an item with a counter and a note are answered notACodeItem`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        var params = SecretAdd.example.params
        params.body["type"] = "hotp"
        params.body["counter"] = "7"
        _ = try await person.call(SecretAdd.self, params)
        try await person.expectRefused(.notACodeItem, SecretCode.self, SecretCode.example.params)
        let note = person.create("a")
        try await person.push(note)
        try await person.expectRefused(.notACodeItem, SecretCode.self, .init(id: note.id))
    }

    @Test func `an unknown or deleted item is itemUnknown, one that cannot be decrypted itemUnreadable`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let params = SecretCode.example.params
        try await person.expectRefused(.itemUnknown, SecretCode.self, params)
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        try await fixture.damageBody(rev: 1)
        try await person.expectRefused(.itemUnreadable, SecretCode.self, params)
        _ = try await person.call(SecretDelete.self, .init(id: made.id, rev: made.rev))
        try await person.expectRefused(.itemUnknown, SecretCode.self, params)
    }
}
