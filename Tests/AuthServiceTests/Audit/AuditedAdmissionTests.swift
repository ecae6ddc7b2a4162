import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService

/// What the audit log records where an admission ends or begins without a device that admits, and where a device key waits.
@Suite struct `The audit log of admissions` {
    struct Act: Sendable, CustomTestStringConvertible {
        let name: String
        let rows: [String]
        /// Brings about what the act needs, and returns the act.
        let prepare: @Sendable () async throws -> (AuthServiceFixture, @Sendable () async throws -> Void)

        init(
            _ name: String, _ rows: [String],
            _ prepare: @escaping @Sendable () async throws -> (AuthServiceFixture, @Sendable () async throws -> Void)
        ) {
            (self.name, self.rows, self.prepare) = (name, rows, prepare)
        }

        var testDescription: String { name }
    }

    private static let right: [String] = ["attempt code", "accepted code"]
    /// A blocked person registers again: all sessions end and the PIN is void.
    private static let registeredAgain: [String] =
        right + ["account registered", "sessionEnd loginRequired", "tokenSecret replaced", "session unproven"]

    static let acts: [Act] = [
        Act(
            "a login of a device whose admission has lapsed",
            right + ["sessionEnd loginRequired", "device admissionLapsed", "session unproven"]
        ) {
            let two = try await TwoDevices()
            two.fixture.clock.advance(by: .days(45))
            try await two.phone.login(two.fixture)
            two.fixture.clock.advance(by: .days(46))
            return (two.fixture, { try await two.tablet.login(two.fixture) })
        },
        Act(
            "a registration after a device has blocked the account",
            registeredAgain + ["device admissionWithdrawn", "device readmissionScheduled"]
        ) {
            let (fixture, phone) = try await blocked()
            return (fixture, { _ = try await phone.registerAgain(fixture) })
        },
        Act("a registration after an unknown device has", registeredAgain + ["device admissionsWithdrawn"]) {
            let (fixture, phone) = try await blocked()
            // Accounts that a version of long ago has blocked have no such device.
            _ = try await fixture.database.write { try $0.run(Statement("UPDATE account SET blocked_by = NULL")) }
            return (fixture, { _ = try await phone.registerAgain(fixture) })
        },
        Act(
            "an account on the number of another",
            ["sessionEnd loginRequired", "account madeOnNumber", "account numberTaken"]
        ) {
            let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, new = fixture.client("new")
            let former = fixture.client("former")
            try await former.register(fixture, group: "home")
            try await former.enrol()
            try await former.refresh()
            let lastUse = fixture.clock.now
            fixture.clock.advance(by: .days(30))
            try await new.login(fixture)
            fixture.clock.set(lastUse + .days(30))
            let due = try await new.call(AccountStartEmpty.self, Nothing()).takesEffectAtMs
            return (
                fixture,
                {
                    fixture.clock.set(due)
                    try await fixture.auth.store.sweep(at: due)
                }
            )
        },
        Act(
            "wrong recovery codes that make a device key wait",
            ["attempt recoveryCode", "attempt recoveryCode", "lock recoveryWait"]
        ) {
            let two = try await TwoDevices { $0.codeLimits.inARow = 2 }
            return (
                two.fixture,
                {
                    for _ in 0..<2 {
                        try await two.phone.expectRefused(
                            .recoveryCodeWrong, DeviceRemove.self,
                            .init(deviceId: two.tablet.device, confirmation: RecoveryCode.wrong.confirmation))
                    }
                }
            )
        },
        Act(
            "a new device by the PIN, at the second attempt",
            [
                "attempt newDevicePIN", "attempt newDevicePIN", "accepted newDevicePIN", "session full",
                "sessionEnd loginRequired", "device deviceAdmitted",
            ]
        ) {
            let (fixture, _) = try await `pin.prove`.person(), tablet = fixture.client("tablet")
            try await tablet.login(fixture)
            return (
                fixture,
                {
                    try await tablet.expectRefused(.pinWrong, proving: "111111")
                    try await tablet.prove()
                }
            )
        },
    ]

    /// A person whose only device has blocked the account with wrong PINs.
    private static func blocked() async throws -> (AuthServiceFixture, AuthTestClient) {
        let (fixture, phone) = try await `pin.prove`.person()
        for _ in 0..<2 { try await phone.expectRefused(.pinWrong, proving: "111111") }
        try await phone.expectRefused(.blocked, proving: "111111")
        return (fixture, phone)
    }

    @Test(.requirement("L1"), arguments: acts)
    func `has the rows of each effect`(act: Act) async throws {
        let (fixture, run) = try await act.prepare()
        try await fixture.expectAuditRows(act.rows, run)
    }
}
