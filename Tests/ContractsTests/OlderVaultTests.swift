import Contracts
import JSONRPC
import StrictJSON
import Testing

/// Answers of an older vault, as a client meets them while the instances of a service are replaced one by one.
struct OlderVaultTests {
    /// The members of `vault.info` that came after the first version, by the object that has them.
    private static let later = (
        answer: ["tombstones", "operations", "historyBytes"],
        limits: [
            "tombstonesPerAccount", "operationsPerAccount", "historyBytesPerAccount", "operationsPerHour",
            "wrapsPerAccount", "backendOperationsPerHour",
        ]
    )

    @Test func `the answer of an older vault.info is read, and what it does not state is nil`() throws {
        var answer = try #require(try WireEncoder().encode(VaultInfo.example.answer).object)
        var limits = try #require(answer["limits"]?.object)
        for name in Self.later.limits { limits[name] = nil }
        for name in Self.later.answer { answer[name] = nil }
        answer["limits"] = .object(limits)
        let read = try WireDecoder().decode(VaultInfo.Answer.self, from: .object(answer))
        #expect(read.head == VaultInfo.example.answer.head && read.limits.opsPerPush == 100)
        #expect(read.tombstones == nil && read.operations == nil && read.historyBytes == nil)
        #expect(read.limits.tombstonesPerAccount == nil && read.limits.operationsPerHour == nil)
        #expect(read.limits.wrapsPerAccount == nil && read.limits.backendOperationsPerHour == nil)
        #expect(read.limits.operationsPerAccount == nil && read.limits.historyBytesPerAccount == nil)
    }

    @Test(arguments: ["epoch", "head", "items", "bytes", "limits"])
    func `a member that every version of vault.info has stays required`(name: String) throws {
        var answer = try #require(try WireEncoder().encode(VaultInfo.example.answer).object)
        answer[name] = nil
        #expect(throws: (any Error).self) {
            try WireDecoder().decode(VaultInfo.Answer.self, from: .object(answer))
        }
    }
}
