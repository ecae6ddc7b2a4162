import Contracts
import JSONRPC
import Testing

@Suite struct `service.version` {
    @Test(arguments: [Listener.public, .internal, .administration])
    func `plays its example on every listener`(listener: Listener) async throws {
        let fixture = try await VaultFixture()
        let (params, example) = ServiceVersion.example
        var answer = try await InProcessConnection(to: fixture.router, at: listener).call(ServiceVersion.self, params)
        #expect(answer.service == "latchkey-vault")
        answer.service = example.service
        #expect(answer == example)
    }

    @Test func `every method of the catalogue is served, and the public listener describes only its own`() async throws
    {
        let fixture = try await VaultFixture()
        #expect(fixture.router.methods.map(\.name) == Catalogue.vault.map { $0.name })
        let body = Array(#"{"jsonrpc":"2.0","method":"rpc.discover","id":1}"#.utf8)
        let reply = await fixture.router.answer(RequestContext(listener: .public, body: body))
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(text.contains(#""vault.push""#) && !text.contains(#""vault.purge""#))
    }
}
