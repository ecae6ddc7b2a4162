import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.admitParent` {
    /// A family with two parents, of whom the other has lost the only device and waits with a new one.
    private static func situation() async throws -> (
        family: Family, lost: AuthTestClient, new: AuthTestClient, digits: String
    ) {
        let family = try await Family { $0.sendLimits.perNumber = [] }
        let lost = try await family.addParent(), new = family.fixture.client("new phone")
        family.fixture.clock.advance(by: .minutes(10))
        #expect(try await new.login(family.fixture, "+33612345678").next == "admit")
        for client in [family.parent, lost] { try await client.refresh() }
        return (family, lost, new, try #require(new.session?.digits))
    }

    /// Digits that no device shows.
    private static func wrong(_ digits: String) -> String { digits == "00" ? "11" : "00" }

    @Test(arguments: [(Duration.hours(72) - .milliseconds(1), false), (.hours(72), true)])
    func `another parent's new device is admitted after 72 hours`(passed: Duration, isAdmitted: Bool) async throws {
        let (family, lost, new, digits) = try await Self.situation()
        let begun = family.fixture.clock.now
        let answer = try await family.parent.call(ChildAdmitParent.self, .init(childId: family.child, digits: digits))
        #expect(answer.admittedAtMs == begun + .hours(72))
        #expect(
            try await family.parent.call(ChildAdmitParent.self, .init(childId: family.child, digits: digits)) == answer)
        #expect(try await family.view().parentAdmittedAtMs == answer.admittedAtMs)
        let notice = try await lost.call(AccountNotices.self, Nothing()).notices.first
        #expect(notice?.kind.value == .admissionScheduled)
        #expect(notice?.untilMs == answer.admittedAtMs)
        family.fixture.clock.advance(by: passed)
        try await family.fixture.store.sweep(at: family.fixture.clock.now)
        let scope = try await new.refresh().scope
        #expect(scope == (isAdmitted ? [Open(.account), Open(.family), Open(.sync)] : [Open(.unproven)]))
    }

    @Test func `any use of an admitted device stops it`() async throws {
        let (family, lost, new, digits) = try await Self.situation()
        _ = try await family.parent.call(ChildAdmitParent.self, .init(childId: family.child, digits: digits))
        family.fixture.clock.advance(by: .hours(1))
        try await lost.refresh()
        family.fixture.clock.advance(by: .hours(72))
        try await family.fixture.store.sweep(at: family.fixture.clock.now)
        #expect(try await new.refresh().scope == [Open(.unproven)])
    }

    /// What ends a request of the family's parent.
    enum End: CaseIterable, Sendable { case deviceRemoval, suspensionThatIsCancelled, removalOfTheParent }

    @Test(arguments: End.allCases)
    func `a request ends with the admission of the device that made it, and with the parenthood of its person`(end: End)
        async throws
    {
        let (family, _, new, digits) = try await Self.situation(), fixture = family.fixture
        let tablet = fixture.client("the parent's tablet")
        if end != .removalOfTheParent {
            try await tablet.login(fixture)
            try await family.parent.refresh()
            try await family.parent.admit(tablet)
        }
        let asker = end == .removalOfTheParent ? family.parent : tablet
        _ = try await asker.call(ChildAdmitParent.self, .init(childId: family.child, digits: digits))
        switch end {
        case .deviceRemoval:
            try await family.parent.expectSuccess(
                DeviceRemove.self, .init(deviceId: tablet.device, confirmation: family.confirmation()))
            #expect(try await family.view().parentAdmittedAtMs == nil)
        case .suspensionThatIsCancelled:
            let message = try await family.parent.message(fixture, .removeDevice)
            try await family.parent.expectSuccess(
                DeviceRemove.self, .init(deviceId: tablet.device, confirmation: message))
            _ = try await fixture.callAsAdministrator(
                UserCancelHold.self, .init(deviceIds: [tablet.device], phone: AuthTestClient.phone))
        case .removalOfTheParent:
            _ = try await fixture.callAsAdministrator(
                ChildRemoveParent.self, .init(childId: family.child, phone: AuthTestClient.phone, reason: "left"))
        }
        fixture.clock.advance(by: .hours(72))
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await new.refresh().scope == [Open(.unproven)])
        #expect(try await fixture.count("delayed_act") == 0)
    }

    @Test func `the third wrong pair of digits in a row is the last`() async throws {
        let (family, _, new, digits) = try await Self.situation()
        let wrong = ChildAdmitParent.Params(childId: family.child, digits: Self.wrong(digits))
        for _ in 0..<3 { try await family.parent.expectRefused(.admissionUnknown, ChildAdmitParent.self, wrong) }
        try await family.parent.expectRefused(
            .tooManyAttempts, ChildAdmitParent.self, .init(childId: family.child, digits: digits))
        try await new.expectSuccess(SessionStatus.self, Nothing())
    }

    @Test func `the third pair of digits may be right`() async throws {
        let (family, _, _, digits) = try await Self.situation()
        let wrong = ChildAdmitParent.Params(childId: family.child, digits: Self.wrong(digits))
        for _ in 0..<2 { try await family.parent.expectRefused(.admissionUnknown, ChildAdmitParent.self, wrong) }
        try await family.parent.expectSuccess(
            ChildAdmitParent.self, .init(childId: family.child, digits: digits))
        // The count begins again after right digits.
        for _ in 0..<3 { try await family.parent.expectRefused(.admissionUnknown, ChildAdmitParent.self, wrong) }
    }

    @Test func `a second waiting device does not take the place of the one that was requested`() async throws {
        let (family, _, new, digits) = try await Self.situation()
        _ = try await family.parent.call(ChildAdmitParent.self, .init(childId: family.child, digits: digits))
        let thief = family.fixture.client("thief")
        for _ in 0..<4 {
            try await thief.login(family.fixture, "+33612345678")
            if thief.session?.digits != digits { break }
        }
        try await family.parent.refresh()
        let other = try #require(thief.session?.digits)
        if other != digits {
            try await family.parent.expectRefused(
                .admissionUnknown, ChildAdmitParent.self, .init(childId: family.child, digits: other))
        }
        family.fixture.clock.advance(by: .hours(72))
        try await family.fixture.store.sweep(at: family.fixture.clock.now)
        #expect(try await new.refresh().scope.contains(Open(.account)))
        #expect(try await thief.refresh().scope == [Open(.unproven)])
    }

    @Test func `a parent admits neither an own device nor one of somebody who is no parent of the child`() async throws
    {
        let (family, _, _, digits) = try await Self.situation()
        let own = family.fixture.client(), stranger = try await Family(in: family.fixture, phone: "+33612345679")
        try await own.login(family.fixture)
        try await family.parent.refresh()
        let ownDigits = try #require(own.session?.digits)
        if ownDigits != digits {
            try await family.parent.expectRefused(
                .admissionUnknown, ChildAdmitParent.self, .init(childId: family.child, digits: ownDigits))
        }
        try await stranger.parent.refresh()
        try await stranger.parent.expectRefused(
            .childUnknown, ChildAdmitParent.self, .init(childId: family.child, digits: digits))
        try await stranger.parent.expectRefused(
            .admissionUnknown, ChildAdmitParent.self, .init(childId: stranger.child, digits: digits))
    }
}
