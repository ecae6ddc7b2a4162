import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `child.revoke` {
    @Test func `plays its example: a repeated request does not revoke a later binding`() async throws {
        let family = try await Family()
        try await family.join()
        let once = OneChild(childId: family.child, requestId: family.fixture.random.id())
        try await family.parent.expectSuccess(ChildRevoke.self, once)
        try await family.join()
        try await family.parent.expectSuccess(ChildRevoke.self, once)
        #expect(try await family.state() == .authChild)
    }

    @Test(.requirement("C8"))
    func `the refusal of a revoked device names its binding, as its binding and its challenges do`()
        async throws
    {
        let family = try await Family()
        let bound = try await family.bind()
        try await family.device.setPIN(bound)
        let binding = try #require(bound.bindingId)
        #expect(try await family.device.call(ChildState.self, .init()).bindingId == binding)
        #expect(try await family.device.call(ChildChallenge.self, Nothing()).bindingId == binding)
        let proving = try await family.device.proving()
        try await family.parent.expectSuccess(ChildRevoke.self, .init(childId: family.child))
        let told = try await family.device.call(ChildState.self, .init())
        #expect(told.state == .childAccessRevoked && told.endedBy?.value == .accessRevoked)
        #expect(told.bindingId == binding)
        for fault in [
            try await family.device.refusal(ChildChallenge.self, Nothing()),
            try await family.device.refusal(ChildVerifyPIN.self, proving),
            try await family.device.refusal(ChildSetPIN.self, ChildSetPIN.example.params),
            try await family.device.refusal(ChildForgotPIN.self, .init()),
        ] {
            #expect(fault?.name == "childAccessRevoked")
            #expect(fault?.data["bindingId"]?.string == "\(binding)")
        }
        #expect(try await family.bind().bindingId != binding)
    }

    @Test func `a child without a binding has no access afterwards either, and no open invite`() async throws {
        let family = try await Family()
        let code = try await family.invite().code
        try await family.parent.expectSuccess(ChildRevoke.self, .init(childId: family.child))
        try await family.device.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: code))
        try await family.join()
        try await family.parent.expectSuccess(ChildRevoke.self, .init(childId: family.child))
        try await family.parent.expectSuccess(ChildRevoke.self, .init(childId: family.child))
        #expect(try await family.view().inviteKind == nil)
    }

    @Test(.requirement("C8")) func `an access that a parent resets ends for that reason`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.lock()
        _ = try await family.resetAccess()
        let told = try await family.device.call(ChildState.self, .init())
        #expect(told.state == .childInviteVerify && told.endedBy?.value == .accessReset)
    }
}
