import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@Suite struct `child.unlock` {
    @Test func `plays its example, and a repeated request does not unlock a second lock`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.lock()
        let once = OneChild(childId: family.child, requestId: family.fixture.random.id())
        try await family.parent.expectSuccess(ChildUnlock.self, once)
        try await family.lock()
        try await family.parent.expectSuccess(ChildUnlock.self, once)
        #expect(try await family.state() == .childAccessLocked)
    }

    @Test func `a PIN with a hundred wrong attempts in its life stays refused, and the ninety-ninth does not lock it`()
        async throws
    {
        for (failures, answers) in [(98, ["pinWrong", "locked"]), (99, ["locked", "locked"])] {
            let family = try await Family()
            try await family.join()
            _ = try await family.fixture.database.write {
                try $0.run(Statement("UPDATE pin SET failures = $1", .int(failures)))
            }
            for answer in answers { #expect(await family.device.refusal(ofPIN: Family.wrongPIN) == answer) }
            try await family.parent.expectSuccess(ChildUnlock.self, .init(childId: family.child))
            #expect(await family.device.refusal(ofPIN: Family.pin) == "locked")
            _ = try await family.resetAccess()
        }
    }
}
