import Foundation
import JSONRPC
import Testing

/// The committed documents are what the services say of themselves, byte for byte.
@Suite struct DiscoveryTests {
    @Test(arguments: [
        ("auth", Listener.public, "auth.openrpc.json"), ("auth", .internal, "auth.internal.openrpc.json"),
        ("vault", .public, "vault.openrpc.json"), ("vault", .internal, "vault.internal.openrpc.json"),
    ]) func `rpc.discover answers the committed document`(service: String, door: Listener, file: String) async throws {
        let pair = try await StoryPair()
        let router = service == "auth" ? pair.authRouter : pair.vaultRouter
        let request = Array(#"{"jsonrpc":"2.0","method":"rpc.discover","id":1}"#.utf8)
        let reply = await router.answer(RequestContext(listener: door, body: request))
        let head = #"{"jsonrpc":"2.0","result":"#, tail = #","id":1}"#
        let said = String(decoding: reply.body, as: UTF8.self)
        #expect(said.hasPrefix(head) && said.hasSuffix(tail))
        let committed = try String(
            contentsOf: StoryFiles.folder.appendingPathComponent("../\(file)").standardizedFileURL, encoding: .utf8)
        #expect(said.dropFirst(head.count).dropLast(tail.count) == committed, "scripts/dev docs writes it anew")
    }
}
