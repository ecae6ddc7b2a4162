import Foundation
import JSONRPC
import PairSupport
import Testing

/// The committed OpenRPC documents are the answers of `rpc.discover`, byte for byte.
@Suite struct DiscoveryTests {
    @Test(arguments: [
        ("auth", Listener.public, "auth.openrpc.json"), ("auth", .internal, "auth.internal.openrpc.json"),
        ("vault", .public, "vault.openrpc.json"), ("vault", .internal, "vault.internal.openrpc.json"),
    ]) func `rpc.discover answers the committed document`(service: String, listener: Listener, file: String)
        async throws
    {
        let pair = try await ServicePair()
        let router = service == "auth" ? pair.authRouter : pair.vaultRouter
        let request = Array(#"{"jsonrpc":"2.0","method":"rpc.discover","id":1}"#.utf8)
        let reply = await router.answer(RequestContext(listener: listener, body: request))
        let head = #"{"jsonrpc":"2.0","result":"#, tail = #","id":1}"#
        let answer = String(decoding: reply.body, as: UTF8.self)
        #expect(answer.hasPrefix(head) && answer.hasSuffix(tail))
        let committed = try String(
            contentsOf: StoryFiles.folder.appendingPathComponent("../\(file)").standardizedFileURL, encoding: .utf8)
        #expect(answer.dropFirst(head.count).dropLast(tail.count) == committed, "scripts/dev docs writes it anew")
    }
}
