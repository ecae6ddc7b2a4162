import Contracts
import Domain
import Glibc
import Primitives
import StrictJSON
import Support
import Testing

@testable import JSONRPC
@testable import ServiceHost

@Suite struct KeyPublicationTests {
    private static func key() throws -> KeyID { try #require(KeyID(.kek, 2)) }

    private static func view(_ state: KeyState) throws -> KeyView {
        KeyView(key: try key(), state: Open(state), sinceMs: Instant(ms: 1))
    }

    /// Publishes the key in a folder, where the service lists these keys.
    private static func publish(
        in folder: String, listed: [KeyView], publishing: () async throws -> KeyView = { try view(.published) }
    ) async throws -> KeyView {
        try await KeyPublication(key: try key(), folder: folder, file: "vault.kek-2.key").run(
            listing: { listed }, reading: { _ = try $0.secret("vault.kek-2") }, publishing: publishing)
    }

    private static func files(in folder: String) throws -> [String] {
        try KeyFolder(folder, random: SeededRandom().random, makesMissing: false).files(endingIn: ".key")
    }

    @Test func `the file of a new number is made before the key is published, and is used again afterwards`()
        async throws
    {
        let folder = scratchFolder()
        let published = try await Self.publish(in: folder, listed: []) {
            #expect(try Self.files(in: folder) == ["vault.kek-2.key"])
            return try Self.view(.published)
        }
        #expect(try published == Self.view(.published))
        let made = try KeyFolder.read("\(folder)/vault.kek-2.key")
        _ = try await Self.publish(in: folder, listed: [published])
        #expect(try KeyFolder.read("\(folder)/vault.kek-2.key") == made)
    }

    @Test(arguments: [KeyState.published, .active, .verifyOnly, .retired])
    func `no file is made for a number that was published before`(state: KeyState) async throws {
        let folder = scratchFolder()
        let fault = await #expect(throws: KeyFault.self) {
            try await Self.publish(in: folder, listed: [try Self.view(state)]) {
                Issue.record("the service is called")
                return try Self.view(state)
            }
        }
        #expect(fault?.description.contains("copy the file from another instance") == true)
        #expect(try Self.files(in: folder).isEmpty)
    }

    @Test(arguments: [("keyRefused", true, false), ("keyRefused", false, true), ("internalError", true, true)])
    func `a file is removed if it was made for a key that the service refuses`(
        fault: String, isNew: Bool, isKept: Bool
    ) async throws {
        let folder = scratchFolder()
        if !isNew {
            _ = try KeyFolder(folder, random: SeededRandom().random, makesMissing: true).secret("vault.kek-2")
        }
        let refusal = AdministrationSocket.Failure(
            RemoteFault(["data": ["fault": .string(fault), "reason": "no"]], status: 200))
        let thrown = await #expect(throws: AdministrationSocket.Failure.self) {
            try await Self.publish(in: folder, listed: []) { throw refusal }
        }
        #expect(thrown == refusal)
        #expect(try Self.files(in: folder) == (isKept ? ["vault.kek-2.key"] : []))
    }

    @Test func `a file stays if the answer of the service was lost, and none is made if the keys are not listed`()
        async throws
    {
        let folder = scratchFolder(), socket = AdministrationSocket(of: "vault", in: DataFolder(folder))
        await #expect(throws: AdministrationSocket.Failure.self) {
            try await Self.publish(in: folder, listed: []) { try await socket.call(KeyList.self, Nothing()).keys[0] }
        }
        #expect(try Self.files(in: folder) == ["vault.kek-2.key"])
        let empty = scratchFolder()
        await #expect(throws: AdministrationSocket.Failure.self) {
            try await KeyPublication(key: try Self.key(), folder: empty, file: "vault.kek-2.key").run(
                listing: { try await socket.call(KeyList.self, Nothing()).keys },
                reading: { _ = try $0.secret("vault.kek-2") }, publishing: { try Self.view(.published) })
        }
        #expect(try Self.files(in: empty).isEmpty)
    }
}
