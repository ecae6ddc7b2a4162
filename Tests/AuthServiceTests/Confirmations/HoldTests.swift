import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import AuthService

/// A device that a one-time code alone has confirmed to be removed is suspended for 72 hours.
@Suite struct `A suspended device` {
    @Test func `has a session that ends without a loss, and its next login is unproven`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        let message = try await two.phone.message(fixture), began = fixture.clock.now
        let outcome = try await two.phone.call(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: message))
        #expect(outcome.suspendedUntilMs == began + .hours(72))
        try await two.tablet.expectRefused(.loginRequired, AccountMe.self, Nothing())
        #expect(try await two.tablet.login(fixture).next == "admit")
        let listed = try await two.phone.call(DeviceList.self, Nothing()).devices.first { $0.deviceName == "tablet" }
        #expect(listed?.isAdmitted == false && listed?.suspendedUntilMs == began + .hours(72))
        #expect(try await two.phone.call(AccountMe.self, Nothing()).heldUntilMs == began + .hours(72))
        let notice = try await two.phone.call(AccountNotices.self, Nothing()).notices[1]
        #expect(notice.kind.value == .deviceSuspended && notice.untilMs == began + .hours(72))
    }

    @Test(arguments: [Duration.milliseconds(1), .zero])
    func `holds admissions, removals, new codes and the deletion for 72 hours`(early: Duration) async throws {
        let two = try await TwoDevices(), fixture = two.fixture, phone = two.phone, tablet = two.tablet
        let message = try await phone.message(fixture), began = fixture.clock.now
        try await phone.expectSuccess(DeviceRemove.self, .init(deviceId: tablet.device, confirmation: message))
        fixture.clock.advance(by: .hours(72) - .minutes(4))
        try await tablet.login(fixture)
        let waiting = try #require(tablet.session)
        try await phone.refresh()
        let codes = try await phone.message(fixture, .recoveryCodes)
        fixture.clock.advance(by: began + .hours(72) - early - fixture.clock.now)
        try await phone.refresh()
        let expected = early == .zero ? nil : FaultKind.changesHeld.name
        let fault = try await phone.refusal(AccountRecoveryCodes.self, .init(confirmation: codes))
        #expect(fault?.name == expected)
        if early != .zero {
            #expect(fault?.data["retryAfterMs"]?.number?.integer() == 1)
            #expect(fault?.data["untilMs"]?.number?.integer() == Int((began + .hours(72)).ms))
            let remove = DeviceRemove.Params(deviceId: tablet.device, confirmation: codes)
            try await phone.expectRefused(.codeExpired, DeviceRemove.self, remove)
        }
        let admission = SessionAdmit.Params(
            sessionId: waiting.sessionId, digits: try #require(waiting.digits), requestId: fixture.random.id())
        #expect(try await phone.refusal(SessionAdmit.self, admission)?.name == expected)
    }

    @Test func `keeps the account from being deleted by a code, also for 72 hours after the owner has come back`()
        async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture
        let message = try await two.phone.message(fixture)
        try await two.phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: message))
        let deletion = try await two.phone.message(fixture, .deleteAccount)
        let params = AccountDelete.Params(
            challengeId: try #require(deletion.challengeId), code: try #require(deletion.code))
        try await two.phone.expectRefused(.changesHeld, AccountDelete.self, params)
        try await two.phone.makeCodes(two.codes[0].confirmation)
        let settled = fixture.clock.now
        try await two.phone.expectRefused(.changesHeld, AccountDelete.self, params)
        fixture.clock.advance(by: .hours(72) - .minutes(4))
        try await two.phone.refresh()
        let late = try await two.phone.message(fixture, .deleteAccount)
        let again = AccountDelete.Params(
            challengeId: try #require(late.challengeId), code: try #require(late.code))
        fixture.clock.advance(by: settled + .hours(72) - .milliseconds(1) - fixture.clock.now)
        try await two.phone.refresh()
        try await two.phone.expectRefused(.changesHeld, AccountDelete.self, again)
        fixture.clock.advance(by: .milliseconds(1))
        try await two.phone.expectSuccess(AccountDelete.self, again)
    }

    @Test func `is removed for good when the time has passed, and the hold with it`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        let message = try await two.phone.message(fixture)
        try await two.phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: message))
        fixture.clock.advance(by: .hours(72) - .milliseconds(1))
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await fixture.count("account_hold") == 1)
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await two.tablet.login(fixture).next == "admit")
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await fixture.count("account_hold") == 0)
        try await two.phone.refresh()
        #expect(try await two.phone.noticeKinds().prefix(2).contains(.suspensionCompleted))
        try await two.phone.admit(two.tablet)
        #expect(try await two.tablet.isIn())
    }

    @Test func `that shows a recovery code is admitted again, and the hold ends`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        let message = try await two.phone.message(fixture)
        try await two.phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: message))
        try await two.tablet.logInWithRecoveryCode(fixture, two.codes[0])
        #expect(try await two.tablet.call(AccountMe.self, Nothing()).heldUntilMs == nil)
        #expect(try await two.tablet.noticeKinds().prefix(2) == [.deviceAdmitted, .suspensionCancelled])
        #expect(try await two.tablet.login(fixture).next == nil)
    }

    @Test func `cannot be suspended again by a message for 72 hours after the hold was ended`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, phone = two.phone, tablet = two.tablet
        var params = DeviceRemove.Params(deviceId: tablet.device, confirmation: try await phone.message(fixture))
        try await phone.expectSuccess(DeviceRemove.self, params)
        try await tablet.logInWithRecoveryCode(fixture, two.codes[0])
        let settled = fixture.clock.now
        for _ in 0..<3 {
            params.confirmation = try await phone.message(fixture)
            try await phone.expectRefused(.changesHeld, DeviceRemove.self, params)
        }
        fixture.clock.advance(by: .hours(72) - .minutes(8))
        try await phone.refresh()
        params.confirmation = try await phone.message(fixture)
        fixture.clock.advance(by: settled + .hours(72) - .milliseconds(1) - fixture.clock.now)
        try await phone.refresh()
        try await phone.expectRefused(.changesHeld, DeviceRemove.self, params)
        fixture.clock.advance(by: .milliseconds(1))
        try await phone.expectSuccess(DeviceRemove.self, params)
    }

    @Test func `is not suspended for longer by a second message`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, third = fixture.client("third")
        try await third.login(fixture)
        try await two.phone.admit(third)
        let first = try await two.phone.message(fixture), began = fixture.clock.now
        try await two.phone.expectSuccess(DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: first))
        for target in [two.tablet.device, third.device] {
            fixture.clock.advance(by: .minutes(1))
            try await two.phone.refresh()
            let again = try await two.phone.message(fixture)
            try await two.phone.expectRefused(
                .changesHeld, DeviceRemove.self, .init(deviceId: target, confirmation: again))
        }
        #expect(try await two.phone.call(AccountMe.self, Nothing()).heldUntilMs == began + .hours(72))
        #expect(try await fixture.count("account_hold") == 1)
    }

    @Test func `of two devices that suspend each other at once, one is suspended`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, phone = two.phone, tablet = two.tablet
        let messages = (try await phone.message(fixture), try await tablet.message(fixture))
        async let first = phone.refusal(
            DeviceRemove.self, .init(deviceId: tablet.device, confirmation: messages.0))
        async let second = tablet.refusal(
            DeviceRemove.self, .init(deviceId: phone.device, confirmation: messages.1))
        let faults = try await [first, second].map { $0?.name }
        #expect(faults.count { $0 == nil } == 1)
        #expect(faults.contains("loginRequired") || faults.contains("changesHeld"), "\(faults)")
        #expect(try await fixture.count("device", where: "suspended = 1") == 1)
    }
}
