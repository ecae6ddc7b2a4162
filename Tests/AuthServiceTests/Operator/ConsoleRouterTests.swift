import Contracts
import DPoP
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import AuthService

/// The methods of the operator console, and the proofs that it takes.
@Suite struct ConsoleRouterTests {
    static let address = "http://127.0.0.1:7611/console/rpc"

    private func router(of fixture: AuthServiceFixture) throws -> Router {
        try fixture.auth.consoleRouter(at: [try #require(PublicURL(Self.address))])
    }

    private func fault(_ router: Router, _ method: String, proof: String? = nil, params: String = "{}") async throws
        -> JSON?
    {
        let body = Array(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params),"id":1}"#.utf8)
        let context = RequestContext(listener: .public, body: body, proof: proof, peer: "127.0.0.1")
        return try JSON(parsing: await router.answer(context).body)["error"]
    }

    @Test func `serves the methods of a login and of an operator, and no other of the public listener`() async throws {
        let fixture = try await AuthServiceFixture()
        let served = Set(try router(of: fixture).methods.map(\.name))
        #expect(served.isSubset(of: Auth.consoleMethods))
        #expect(
            served.isSuperset(of: [
                "otp.request", "otp.verify", "approval.pending", "approval.decide", "session.logout",
            ]))
    }

    @Test func `knows neither the methods of devices and vault nor those of the administrator`() async throws {
        let fixture = try await AuthServiceFixture(), router = try router(of: fixture)
        for method in Catalogue.auth.map({ MethodFacts(erased: $0) }) where !Auth.consoleMethods.contains(method.name) {
            #expect(try await fault(router, method.name)?["code"] == -32601, "\(method.name)")
        }
        for method in ["user.delete", "operator.enrol", "backup.create", "token.introspect", "registration.start"] {
            #expect(try await fault(router, method)?["code"] == -32601, "\(method)")
        }
    }

    @Test func `lists its own methods alone when a page asks`() async throws {
        let fixture = try await AuthServiceFixture(), router = try router(of: fixture)
        let body = Array(#"{"jsonrpc":"2.0","method":"rpc.discover","id":1}"#.utf8)
        let answer = try JSON(parsing: await router.answer(RequestContext(listener: .public, body: body)).body)
        guard case .array(let methods)? = answer["result"]?["methods"] else { throw PreparationFailure("no methods") }
        #expect(
            methods.allSatisfy {
                if case .string(let name)? = $0["name"] { Auth.consoleMethods.contains(name) } else { false }
            })
        #expect(methods.contains { $0["name"] == "approval.decide" })
    }

    @Test func `takes proofs for its own address alone, and the public listener takes none of them`() async throws {
        let fixture = try await AuthServiceFixture(), console = try router(of: fixture),
            key = DeviceKey.generate(fixture.random)
        let params = #"{"phone":"+4915112345678","purpose":"login"}"#
        let body = Array(#"{"jsonrpc":"2.0","method":"otp.request","params":\#(params),"id":1}"#.utf8)
        func proof(_ url: String) throws -> String {
            try RequestProof.make(
                key: key, method: "otp.request", body: body, url: url,
                nonce: fixture.auth.nonces.issue(now: fixture.auth.now),
                accessToken: nil, random: fixture.random)
        }
        let own = try proof(Self.address), other = try proof(AuthServiceFixture.address)
        #expect(try await fault(console, "otp.request", proof: other, params: params)?["data"]?["reason"] == "wrongURL")
        #expect(
            try await fault(fixture.router, "otp.request", proof: own, params: params)?["data"]?["reason"] == "wrongURL"
        )
        #expect(try await fault(console, "otp.request", proof: own, params: params) == nil)
    }
}
