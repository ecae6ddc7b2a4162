import Contracts
import DPoP
import Domain
import JSONRPC
import Primitives
import StoreSupport
import Support
import Testing

@testable import AuthService

/// An address whose calls that may write are used up: 10 at once, and 1 more for each known device.
@Suite struct `Calls of an address beyond its limit` {
    private static let address = "198.51.100.7"

    private static func fixture() async throws -> AuthServiceFixture {
        try await AuthServiceFixture { $0.writingCallsPerMinute = 60 }
    }

    @Test func `are refused to unknown keys, write nothing, and reads are still served`() async throws {
        let fixture = try await Self.fixture(), stranger = fixture.client("stranger"), other = fixture.client("other")
        for _ in 0..<10 { #expect(try await refusal(of: { try await stranger.askForCode() }) != "rateLimited") }
        let before = try await fixture.database.contents()
        let refused = try #require(try await fault(of: { try await stranger.askForCode() }))
        #expect((refused.name, refused.status, refused.retryAfterMs) == ("rateLimited", 200, 1001))
        #expect(try await fixture.database.contents() == before)
        #expect(try await refusal(of: { try await stranger.state() }) != "rateLimited")
        try await other.register(fixture, "+4915112345679")
    }

    @Test func `are performed for a known device beside a neighbour, six a minute, and then refused`() async throws {
        let fixture = try await Self.fixture(), phone = fixture.client("phone", at: Self.address)
        let neighbour = fixture.client("neighbour", at: Self.address)
        try await phone.register(fixture)
        func exhaust() async throws {
            for _ in 0..<12 where try await refusal(of: { try await neighbour.askForCode() }) == "rateLimited" {
                return
            }
            Issue.record("the neighbour is not refused")
        }
        try await exhaust()
        try await phone.refresh()
        let refused = try #require(try await fault(of: { try await phone.refresh() }))
        #expect((refused.name, refused.status) == ("rateLimited", 200))
        fixture.clock.advance(by: .seconds(10))
        try await exhaust()
        try await phone.refresh()
        #expect(try await refusal(of: { try await phone.refresh() }) == "rateLimited")
    }

    @Test func `are refused without a proof, and with one that a known key did not make for the call`() async throws {
        let fixture = try await Self.fixture(), phone = fixture.client("phone", at: Self.address)
        try await phone.register(fixture)
        for _ in 0..<12 { _ = try await refusal { try await fixture.client("n", at: Self.address).askForCode() } }
        let context = RequestContext(listener: .public, body: [1], peer: Self.address)
        let facts = MethodFacts(SessionRefresh.self)
        func limit(_ proof: String?) async throws -> String? {
            var context = context
            context.proof = proof
            do {
                try await fixture.auth.limitRate(of: context, facts)
                return nil
            } catch let fault as Fault {
                return fault.kind.name
            }
        }
        func proof(_ body: [UInt8], _ client: AuthTestClient) throws -> String {
            try RequestProof.make(
                key: client.key, method: SessionRefresh.name, body: body, url: AuthServiceFixture.address,
                nonce: fixture.auth.nonces.issue(now: fixture.auth.now), accessToken: nil, random: fixture.random)
        }
        #expect(try await limit(nil) == "rateLimited")
        #expect(try await limit("garbage") == "rateLimited")
        #expect(try await limit(try proof([1], fixture.client("unknown"))) == "rateLimited")
        #expect(try await limit(try proof([2], phone)) == "proofRefused")
        #expect(try await limit(try proof([1], phone)) == nil)
        #expect(try await limit(try proof([1], phone)) == "rateLimited")
    }

    @Test func `of rpc.discover are a tenth of those that may write, at the public listener`() async throws {
        let fixture = try await AuthServiceFixture { $0.writingCallsPerMinute = 120 }
        func discover(_ listener: Listener, from peer: String) -> String? {
            fixture.auth.refusalOfDiscovery(RequestContext(listener: listener, body: [], peer: peer))?.kind.name
        }
        #expect(discover(.public, from: Self.address) == nil)
        #expect(discover(.public, from: Self.address) == nil)
        #expect(discover(.public, from: Self.address) == "rateLimited")
        #expect(discover(.public, from: "203.0.113.1") == nil)
        #expect(discover(.administration, from: Self.address) == nil)
        #expect((0..<99).allSatisfy { _ in discover(.public, from: "127.0.0.1") == nil })
        let reply = await fixture.router.answer(
            RequestContext(
                listener: .public, body: Array(#"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#.utf8),
                peer: Self.address))
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(text.hasPrefix(#"{"jsonrpc":"2.0","error""#) && text.contains("rateLimited"), "\(text.prefix(200))")
    }

    private func refusal(of call: () async throws -> Void) async throws -> String? { try await fault(of: call)?.name }

    private func fault(of call: () async throws -> Void) async throws -> RemoteFault? {
        do {
            try await call()
            return nil
        } catch let fault as RemoteFault {
            return fault
        }
    }
}

extension AuthTestClient {
    /// Asks for a code to a number without an account, which may write.
    fileprivate func askForCode() async throws {
        _ = try await call(OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
    }

    /// Reads the state of a registration, which never writes.
    fileprivate func state() async throws {
        _ = try await call(RegistrationState.self, .init(phone: AuthTestClient.phone))
    }
}
