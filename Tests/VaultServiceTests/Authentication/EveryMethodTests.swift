import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

/// Every method that needs a session refuses the same callers.
@Suite struct EveryMethodTests {
    static let methods = Catalogue.vault.map { MethodFacts($0) }.filter { facts in
        switch facts.credential {
        case .session, .sessionOrDelegation: true
        case .open, .administrator, .deviceProof, .sessionWithProof, .service, .assertion: false
        }
    }

    @Test(
        .requirement("T10"),
        arguments: [
            (ApprovalStatus.waitingForApproval, SessionLevel.full, FaultKind.waitingForApproval),
            (.disapprovedForSyncing, .full, .disapprovedForSyncing),
            (.approvedForSyncing, .unproven, .newDeviceProofRequired),
            (.approvedForSyncing, .preTFA, .secondFactorRequired),
            (.approvedForSyncing, .pinRequired, .pinSetupRequired),
        ])
    func `every method refuses a session that may not sync`(
        approval: ApprovalStatus, level: SessionLevel, fault: FaultKind
    ) async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        fixture.auth.setSession(person.session, level: level, approval: approval)
        for facts in Self.methods {
            #expect(try await refusal(facts, by: person) == fault.name, "\(facts.name)")
        }
    }

    @Test func `every method refuses an ended session, and an unknown one with unavailable while auth is unreachable`()
        async throws
    {
        let fixture = try await VaultFixture()
        let (ended, unknown) = (fixture.person(), fixture.person())
        fixture.auth.setSession(ended.session, ended: "sessionRevoked")
        for facts in Self.methods { #expect(try await refusal(facts, by: ended) == "sessionRevoked", "\(facts.name)") }
        fixture.auth.makeUnreachable()
        for facts in Self.methods { #expect(try await refusal(facts, by: unknown) == "unavailable", "\(facts.name)") }
    }

    @Test func `every method refuses an unknown member`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        for facts in Self.methods {
            var params = facts.example().params.object ?? [:]
            params["surprise"] = true
            #expect(try await refusal(facts, by: person, params: params) == "invalidParams", "\(facts.name)")
        }
    }

    @Test func `a method is refused in a batch exactly if its contract does not allow it there`() async throws {
        let fixture = try await VaultFixture()
        let token = try fixture.person().token()
        for facts in Self.methods {
            let call: JSON = .object(request(facts, facts.example().params.object ?? [:]))
            let reply = try await InProcessConnection(to: fixture.router).send(
                JSON.array([call]).encoded(), headers: [Header("Authorization", "Bearer \(token)")])
            let isRefused = String(decoding: reply.body, as: UTF8.self).contains(#""fault":"notInBatch""#)
            #expect(isRefused == !facts.isAllowedInBatch, "\(facts.name)")
            #expect(reply.status == 200)
        }
    }

    private func refusal(
        _ facts: MethodFacts, by person: VaultPerson, params: JSONObject? = nil
    ) async throws -> String? {
        let token = try person.token()
        let body = JSON.object(request(facts, params ?? facts.example().params.object ?? [:])).encoded()
        let reply = try await InProcessConnection(to: person.fixture.router).send(
            body, headers: [Header("Authorization", "Bearer \(token)")])
        return try JSON(parsing: reply.body)["error"]?["data"]?["fault"]?.string
    }

    private func request(_ facts: MethodFacts, _ params: JSONObject) -> JSONObject {
        ["jsonrpc": "2.0", "id": 1, "method": .string(facts.name), "params": .object(params)]
    }
}
