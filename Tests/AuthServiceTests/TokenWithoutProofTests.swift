import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `A token without its device key` {
    static let methods = Catalogue.auth.map { MethodFacts(erased: $0) }
        .filter { if case .sessionWithProof = $0.credential { true } else { false } }
        .map(\.name)

    @Test(arguments: methods) func `is of no use at auth: every method that takes one takes a request proof`(
        method: String
    ) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let token = try await phone.register(fixture).accessToken
        let body = Array(#"{"jsonrpc":"2.0","method":"\#(method)","params":{},"id":1}"#.utf8)
        let bearer = Header("Authorization", "Bearer \(token.reveal)")
        let reply = try await phone.raw(body, headers: [bearer])
        let error = try JSON(parsing: reply.body)["error"]
        #expect(reply.status == 200)
        #expect(error?["data"]?["fault"] == "proofRefused" && error?["data"]?["reason"] == "missing")
        let other = fixture.client()
        _ = try await other.refusal(RegistrationState.self, .init(phone: AuthTestClient.phone))
        let stolen = try await phone.raw(body, headers: [bearer, try other.proof(method, body, token)])
        #expect(try JSON(parsing: stolen.body)["error"]?["data"]?["fault"] == "proofRefused")
    }

    @Test func `is the credential of no method of auth`() {
        for facts in Catalogue.auth.map({ MethodFacts(erased: $0) }) {
            if case .session = facts.credential { Issue.record("\(facts.name) takes a token without a proof") }
        }
    }
}
