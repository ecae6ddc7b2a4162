import Contracts
import JSONRPC
import Primitives
import Testing

@Suite struct `vault.info` {
    @Test func `plays its example: head, counts and limits`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let (params, example) = VaultInfo.example
        let empty = try await person.call(VaultInfo.self, params)
        #expect(empty.head == 0 && empty.items == 0 && empty.bytes == 0)
        #expect(empty.limits == example.limits)
        for text in ["one", "two", "three"] { try await person.push(person.create(text)) }
        let full = try await person.call(VaultInfo.self, params)
        #expect(full.head == example.head && full.items == example.items)
        #expect(full.epoch == empty.epoch)
        #expect(
            full.bytes
                == [#"{"text":"one"}"#, #"{"text":"two"}"#, #"{"text":"three"}"#].reduce(0) { $0 + $1.utf8.count })
    }
}
