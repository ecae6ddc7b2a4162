import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService

@Suite struct `pin.cancelReset` {
    @Test(arguments: ["home", "fieldwork"])
    func `plays its example: any device cancels, the PIN stays, and the person may sync again`(
        group: String
    ) async throws {
        let (two, _) = try await `pin.requestReset`.person(group: group), fixture = two.fixture
        try await two.phone.requestReset(fixture)
        let once = PINCancelReset.Params(requestId: fixture.random.id())
        for _ in 0..<2 { try await two.tablet.expectSuccess(PINCancelReset.self, once) }
        try await two.tablet.expectRefused(.pinResetUnknown, PINCancelReset.self, .init())
        let me = try await two.phone.call(AccountMe.self, Nothing())
        #expect(me.approval == .approvedForSyncing && me.pinReset == nil)
        try await two.phone.prove()
        #expect(try await two.phone.noticeKinds().first == .pinResetCancelled)
        fixture.clock.advance(by: .days(4))
        try await fixture.store.sweep(at: fixture.clock.now)
        try await two.phone.prove()
    }

    @Test func `a person whom an operator has decided about since keeps that decision`() async throws {
        let (two, boss) = try await `pin.requestReset`.person(group: "fieldwork"), fixture = two.fixture
        try await two.phone.requestReset(fixture)
        try await boss.approve(two.phone, .disapprovedForSyncing)
        try await two.phone.expectSuccess(PINCancelReset.self, .init())
        #expect(try await two.phone.call(AccountMe.self, Nothing()).approval == .disapprovedForSyncing)
    }

    @Test func `a person who has waited before the request goes on waiting`() async throws {
        let (two, boss) = try await `pin.requestReset`.person(group: "fieldwork"), fixture = two.fixture
        try await boss.approve(two.phone, .waitingForApproval)
        try await two.phone.requestReset(fixture)
        try await two.phone.expectSuccess(PINCancelReset.self, .init())
        #expect(try await two.phone.call(AccountMe.self, Nothing()).approval == .waitingForApproval)
    }

    @Test func `a request that a restored copy of the database brings back does not take effect`() async throws {
        let (two, _) = try await `pin.requestReset`.person(), fixture = two.fixture
        try await two.phone.requestReset(fixture)
        _ = try await fixture.database.write {
            try $0.run(
                Statement("INSERT INTO older_copy (generation, begun_at) SELECT begun_in + 1, 0 FROM pending_pin"))
        }
        fixture.clock.advance(by: .days(4))
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await fixture.count("pin", where: "generation = 1") == 2, "the person's and the operator's")
    }
}
