import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `approval.decide` {
    @Test func `plays its example: the person gets the operator's status`() async throws {
        let fixture = try await AuthServiceFixture(), operatorClient = fixture.client(), phone = fixture.client()
        try await operatorClient.becomeOperator(fixture, of: ["fieldwork"])
        let grant = try await phone.register(fixture)
        var (params, example) = ApprovalDecide.example
        params.accountId = grant.account
        example.accountId = grant.account
        #expect(try await operatorClient.call(ApprovalDecide.self, params) == example)
        #expect(try await phone.call(SessionStatus.self, Nothing()).approval == .approvedForSyncing)
    }

    @Test func `every status can follow every other`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        var version = 1
        for status in [
            ApprovalStatus.approvedForSyncing, .disapprovedForSyncing, .waitingForApproval, .disapprovedForSyncing,
            .approvedForSyncing, .waitingForApproval,
        ] {
            let answer = try await fixture.callAsAdministrator(
                ApprovalDecide.self,
                .init(accountId: grant.account, version: version, status: status, reason: "because"))
            #expect(answer.status == status)
            version = answer.version
        }
        #expect(version == 7)
    }

    @Test func `every refusal has its own fault`() async throws {
        let fixture = try await AuthServiceFixture(), operatorClient = fixture.client(), phone = fixture.client()
        try await operatorClient.becomeOperator(fixture, of: ["clinic"])
        let own = try #require(operatorClient.session).account
        let grant = try await phone.register(fixture)
        func expectRefused(
            _ kind: FaultKind, _ account: AccountID, _ status: ApprovalStatus, version: Int = 1
        ) async throws {
            try await operatorClient.expectRefused(
                kind, ApprovalDecide.self, .init(accountId: account, version: version, status: status))
        }
        try await expectRefused(.notYourGroup, grant.account, .approvedForSyncing)
        try await expectRefused(.selfApproval, own, .approvedForSyncing)
        try await expectRefused(.userUnknown, fixture.random.id(), .approvedForSyncing)
        try await expectRefused(.reasonRequired, grant.account, .disapprovedForSyncing)
        let mine = try await fixture.client().register(fixture, "+33612345678", group: "clinic")
        try await expectRefused(.versionStale, mine.account, .approvedForSyncing, version: 2)
        try await phone.expectRefused(
            .scopeMissing, ApprovalDecide.self,
            .init(accountId: mine.account, version: 1, status: .approvedForSyncing))
    }

    @Test func `a repeated request gives the first answer, not versionStale`() async throws {
        let fixture = try await AuthServiceFixture(), operatorClient = fixture.client(), phone = fixture.client()
        try await operatorClient.becomeOperator(fixture, of: ["fieldwork"])
        let grant = try await phone.register(fixture)
        var once = ApprovalDecide.Params(
            accountId: grant.account, version: 1, status: .approvedForSyncing, requestId: fixture.random.id())
        let first = try await operatorClient.call(ApprovalDecide.self, once)
        #expect(try await operatorClient.call(ApprovalDecide.self, once) == first)
        once.version = 2
        try await operatorClient.expectRefused(.requestIdReused, ApprovalDecide.self, once)
    }

    @Test func `an operator who has lost the group cannot decide`() async throws {
        let fixture = try await AuthServiceFixture(), operatorClient = fixture.client(), phone = fixture.client()
        try await operatorClient.becomeOperator(fixture, of: ["fieldwork"])
        let grant = try await phone.register(fixture)
        try await fixture.deleteRows(of: "operator_group")
        let params = ApprovalDecide.Params(accountId: grant.account, version: 1, status: .approvedForSyncing)
        try await operatorClient.expectRefused(.notYourGroup, ApprovalDecide.self, params)
    }
}
