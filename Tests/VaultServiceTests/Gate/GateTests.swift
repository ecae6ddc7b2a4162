import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives
import Support
import Testing
import Tokens
import VaultService

/// Each way the gate can answer, and that doubt is never a 401.
@Suite struct GateTests {
    @Test func `who is approved is let in`() async throws {
        let house = try await VaultHouse()
        #expect(try await house.person().fault() == nil)
    }

    @Test func `no token, a garbled one and one of another scheme need a login`() async throws {
        let house = try await VaultHouse()
        for headers in [[], [Header("Authorization", "Bearer x.y.z")], [Header("Authorization", "Basic eA==")]] {
            let reply = try await InProcessConnection(to: house.router).send(
                Array(#"{"jsonrpc":"2.0","method":"vault.info","id":1}"#.utf8), headers: headers)
            #expect(reply.status == 401)
            #expect(reply.header("WWW-Authenticate") == #"Bearer error="invalid_token""#)
            #expect(String(decoding: reply.body, as: UTF8.self).contains(#""fault":"loginRequired""#))
        }
    }

    @Test(arguments: [
        ("loginRequired", 401), ("sessionExpired", 401), ("loggedInElsewhere", 401), ("movedFacilityGroup", 401),
        ("sessionRevoked", 401), ("deviceRevoked", 401), ("refreshReused", 401), ("pinReset", 401),
        ("accountDeleted", 401), ("blocked", 200), ("a word from a newer auth", 401),
    ])
    func `a session that ended is told why`(ended: String, status: Int) async throws {
        let house = try await VaultHouse()
        let person = house.person()
        house.auth.stand(person.session, ended: ended)
        let refusal = try await person.refusal(VaultInfo.self, Nothing())
        #expect(refusal?.name == (ended.contains(" ") ? "loginRequired" : ended))
        #expect(refusal?.status == status)
    }

    @Test func `a token of another TokenSecret is revoked`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        house.auth.stand(person.session, tsv: 2)
        #expect(try await person.fault() == "sessionRevoked")
        #expect(try await person.fault(token: person.token(tsv: 2)) == nil)
    }

    @Test(arguments: [
        ("unproven", Scope.unproven, "newDeviceProofRequired"), ("preTfa", .preTFA, "secondFactorRequired"),
        ("pinRequired", .pinRequired, "pinSetupRequired"),
    ])
    func `who is not through the gates is told which is next`(gate: String, scope: Scope, fault: String) async throws {
        let house = try await VaultHouse()
        let person = house.person()
        house.auth.stand(person.session, gate: gate)
        let token = try person.token(audiences: ["auth"], scope: [scope])
        let refusal = try await person.refusal(VaultInfo.self, Nothing(), token: token)
        #expect(refusal?.name == fault && refusal?.status == 200)
    }

    @Test func `a token for another audience needs a login`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        #expect(try await person.fault(token: person.token(audiences: ["auth"])) == "loginRequired")
        #expect(try await person.fault(token: person.token(audiences: ["billing"])) == "loginRequired")
    }

    @Test(arguments: [
        (ApprovalStatus.waitingForApproval, "waitingForApproval"),
        (.disapprovedForSyncing, "disapprovedForSyncing"),
    ])
    func `who may not sync is told so, whatever the token says`(approval: ApprovalStatus, fault: String) async throws {
        let house = try await VaultHouse()
        let person = house.person()
        house.auth.stand(person.session, approval: approval)
        for token in try [person.token(), person.token(scope: [.account])] {
            let refusal = try await person.refusal(VaultInfo.self, Nothing(), token: token)
            #expect(refusal?.name == fault && refusal?.status == 200)
        }
    }

    @Test func `a token minted before the approval is let in by standing, a narrowed one lacks its scope`() async throws
    {
        let house = try await VaultHouse()
        let person = house.person()
        _ = try await person.call(VaultInfo.self, Nothing(), token: person.token(scope: [.account]))
        let narrowed = try person.token(scope: [.account], party: "reports")
        #expect(try await person.fault(token: narrowed) == "scopeMissing")
    }

    @Test func `an expired token is refreshed, unless auth could not do that now`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        let token = try person.token()
        house.clock.advance(by: .seconds(331))
        try await house.vault.followOnce()
        #expect(try await person.fault(token: token) == "tokenExpired")
        house.auth.cut()
        house.clock.advance(by: .seconds(2))
        #expect(try await person.fault(token: token) == "unavailable")
    }

    @Test func `a token from the future says that a clock is wrong, not that the token is`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        let token = try person.token()
        house.clock.set(house.clock.now - .minutes(5))
        #expect(try await person.fault(token: token) == "unavailable")
    }

    @Test func `without auth a session nobody has seen is unavailable, never a 401`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        #expect(try await house.person().fault() == nil)
        house.auth.cut()
        let refusal = try await person.refusal(VaultInfo.self, Nothing())
        #expect(refusal?.name == "unavailable" && refusal?.status == 200)
        #expect(refusal?.retryAfterMs != nil)
    }

    @Test func `a method of the other door is not there`() async throws {
        let house = try await VaultHouse()
        let params = VaultPurge.Params(accountId: house.id(), requestId: house.id())
        #expect(try await house.person().refusal(VaultPurge.self, params)?.name == "methodNotFound")
    }
}
