import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

/// A code that confirms an act is requested before, between or after the two steps that replace the index key.
@Suite(.timeLimit(.minutes(1))) struct `A confirmation while the index key is replaced` {
    enum Act: CaseIterable, Sendable {
        case remove, makeCodes, delete

        private var purpose: CodePurpose {
            switch self {
            case .remove: .removeDevice
            case .makeCodes: .recoveryCodes
            case .delete: .deleteAccount
            }
        }

        func message(_ two: TwoDevices) async throws -> GivenConfirmation {
            try await two.phone.message(two.fixture, purpose)
        }

        func refusal(_ two: TwoDevices, _ given: GivenConfirmation) async throws -> RemoteFault? {
            switch self {
            case .remove:
                return try await two.phone.refusal(
                    DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: given))
            case .makeCodes:
                return try await two.phone.refusal(AccountRecoveryCodes.self, .init(confirmation: given))
            case .delete:
                let (challenge, code) = (try #require(given.challengeId), try #require(given.code))
                return try await two.phone.refusal(AccountDelete.self, .init(challengeId: challenge, code: code))
            }
        }
    }

    /// The steps; the code is requested before the step `asked` and used before the step `used`.
    private static let steps = 3

    @Test(arguments: Act.allCases, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (3, 3)])
    func `takes effect on either side of each step`(act: Act, moments: (asked: Int, used: Int)) async throws {
        let two = try await TwoDevices(rotatesKeys: true), key = try #require(KeyID(.index, 2))
        let connection = InProcessConnection(to: two.fixture.router, at: .administration, from: "")
        var given: GivenConfirmation?
        for step in 0...Self.steps {
            if step == moments.asked { given = try await act.message(two) }
            if step == moments.used {
                let fault = try await act.refusal(two, try #require(given))
                #expect(fault == nil, "\(fault?.name ?? "")")
                return
            }
            switch step {
            case 0: _ = try await connection.call(KeyPublish.self, .init(key: key))
            case 1: _ = try await connection.call(KeyActivate.self, .init(key: key))
            default: try await two.fixture.auth.rewriteRows()
            }
        }
    }
}
