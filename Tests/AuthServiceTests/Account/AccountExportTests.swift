import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `account.export` {
    @Test func `plays its example: a person with one device`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client("Ada's phone")
        let since = fixture.clock.now
        let grant = try await phone.register(fixture)
        var (params, example) = AccountExport.example
        (example.exportedAtMs, example.approvalSinceMs) = (fixture.clock.now, since)
        example.account = try await phone.call(AccountMe.self, Nothing())
        example.devices = try await phone.call(DeviceList.self, Nothing()).devices
        example.sessions = try await phone.call(SessionList.self, Nothing()).sessions
        #expect(try await phone.call(AccountExport.self, params) == example)
        #expect((example.account.phone, example.devices.count, example.sessions.count) == (AuthTestClient.phone, 1, 1))
        params = Nothing()
        #expect(example.account.accountId == grant.accountId)
    }

    @Test func `holds notices and decisions with their reasons, and no operator, secret, hash or digits`() async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture, phone = two.phone, waiting = fixture.client("third")
        let boss = fixture.client("boss")
        try await boss.becomeOperator(fixture, of: ["fieldwork"])
        try await phone.refresh()
        try await phone.enrol(AuthTestClient.pin, two.codes[0].confirmation)
        let secret = try await phone.makeFactor(fixture, two.codes[1].confirmation)
        try await boss.refresh()
        try await boss.approve(phone, .disapprovedForSyncing)
        let digits = try #require(try await waiting.login(fixture).session.digits)
        try await phone.refresh()
        let export = try await phone.call(AccountExport.self, Nothing())
        #expect((export.hasPin, export.hasSecondFactor, export.approvalReason) == (true, true, "unknown here"))
        #expect(export.decisions.map(\.kind.value) == [.approval])
        #expect(export.decisions[0].reason == "unknown here" && export.decisions[0].operatorId == nil)
        #expect(export.decisions[0].operatorPhone == nil)
        #expect(export.notices.contains { $0.kind.value == .pinMade })
        #expect(export.sessions.contains { $0.isPending } && export.sessions.allSatisfy { $0.digits == nil })
        let text = try WireEncoder().encode(export).text
        let operatorAccount = try #require(boss.session).account
        for hidden in ["\"\(digits)\"", secret.reveal, "\(operatorAccount)"] + two.codes.map(\.reveal) {
            #expect(!text.contains(hidden))
        }
    }

    @Test func `is for the person's own full session alone`() async throws {
        let two = try await TwoDevices(), waiting = two.fixture.client("third")
        try await waiting.login(two.fixture)
        try await waiting.expectRefused(.newDeviceProofRequired, AccountExport.self, Nothing())
        try await two.phone.refresh()
        let other = try await two.fixture.client().register(two.fixture, "+33612345678")
        let export = try await two.phone.call(AccountExport.self, Nothing())
        #expect(export.devices.count == 2 && export.account.accountId != other.account)
    }

    @Test func `holds the children and the invites of the person, and nothing that names another parent`() async throws
    {
        let family = try await Family(), other = try await family.addParent()
        try await family.join()
        try await family.parent.refresh()
        _ = try await family.invite(.link)
        let export = try await family.parent.call(AccountExport.self, Nothing())
        let child = try #require(export.children.first)
        let view = try await family.view()
        #expect(export.children.count == 1 && child.child == view)
        #expect(child.parentSinceMs <= child.otherParentsSinceMs[0] && child.otherParentsSinceMs.count == 1)
        #expect(child.invites.map(\.purpose) == [.device, .parent])
        #expect(child.invites.map { $0.usedAtMs != nil } == [false, true])
        #expect(child.invites[0].kind == .link)
        let text = try WireEncoder().encode(export).text, account = try #require(other.session?.accountId)
        #expect(!text.contains("\(account)") && !text.contains("+33612345678"))
        try await other.refresh()
        #expect(try await other.call(AccountExport.self, Nothing()).children.first?.invites == [])
    }

    @Test func `holds the moves of the person between groups`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let account = try await phone.register(fixture).account
        _ = try await fixture.callAsAdministrator(
            UserMoveGroup.self,
            .init(accountId: account, version: 1, group: try #require(GroupID(rawValue: "clinic"))))
        try await phone.login(fixture)
        let export = try await phone.call(AccountExport.self, Nothing())
        let move = try #require(export.decisions.first { $0.kind.value == .groupMoved })
        #expect(move.from?.hasPrefix("fieldwork") == true && move.to?.hasPrefix("clinic") == true)
    }
}
