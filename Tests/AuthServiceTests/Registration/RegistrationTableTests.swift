import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StoreSupport
import StrictJSON
import Support
import Testing

/// Plays every method of a registration, and `account.delete`, in every state of the table: what the table allows happens,
/// and everything else is refused by name and changes no row.
@Suite struct `Each registration method in each state` {
    enum Step: String, CaseIterable, Sendable {
        case start, startUnverified, restart, confirm, wrongCode, state, cancel, deleteAccount
    }

    /// The answer that a step must have in a state.
    enum Expected {
        case transition(Transition<Registration>)
        /// `flowError` with the state and this event.
        case refused(Registration.Event)
        /// A refusal before the table is asked: there is no session, or the account is blocked.
        case fault(FaultKind)
        /// The answer of a step that reads.
        case read
    }

    struct Pair: Sendable, CustomTestStringConvertible {
        let state: Registration.State, step: Step
        var testDescription: String { "\(step.rawValue) in \(state.rawValue)" }

        static let all = Registration.State.allCases.flatMap { state in
            Step.allCases.map { Pair(state: state, step: $0) }
        }

        /// True where a device key has a registration and no account.
        private var isUnconfirmed: Bool { state == .startedRegistration || state == .activated }

        /// The event of the table by which the step is decided; nil for a step that reads.
        private var event: Registration.Event? {
            switch step {
            case .start: .start
            case .startUnverified: .startUnverified
            case .restart: .restart
            case .confirm: .confirm
            // A code is compared only where one was sent.
            case .wrongCode: state == .startedRegistration ? .wrongCode : .confirm
            case .state: nil
            case .cancel, .deleteAccount: .delete
            }
        }

        var expected: Expected {
            guard let event else { return .read }
            switch step {
            case .deleteAccount where state == .blocked: return .fault(.blocked)
            case .deleteAccount where state != .registered: return .fault(.loginRequired)
            // The table's other rows of this event delete an account, which only account.delete does.
            case .cancel where !isUnconfirmed: return .refused(event)
            case .start, .startUnverified, .restart, .confirm, .wrongCode, .state, .cancel, .deleteAccount:
                return Registration.transition(from: state, on: event).map { .transition($0) } ?? .refused(event)
            }
        }
    }

    @Test func `the expectations name every state and every method`() {
        #expect(Pair.all.count == 5 * 8)
        let transitions = Pair.all.filter { if case .transition = $0.expected { true } else { false } }
        #expect(
            transitions.map(\.testDescription) == [
                "start in INVALID", "startUnverified in INVALID", "restart in STARTED_REGISTRATION",
                "confirm in STARTED_REGISTRATION", "wrongCode in STARTED_REGISTRATION",
                "cancel in STARTED_REGISTRATION", "deleteAccount in REGISTERED", "confirm in ACTIVATED",
                "wrongCode in ACTIVATED", "cancel in ACTIVATED", "start in BLOCKED", "startUnverified in BLOCKED",
            ])
    }

    @Test(.requirement("R1"), arguments: Pair.all)
    func `takes the table's transition, or is refused by name and changes no row`(_ pair: Pair) async throws {
        let person = try await Person(in: pair.state)
        #expect(try await person.state() == pair.state)
        let before = try await person.rows()
        let fault = try await person.play(pair.step)
        let after = try await person.rows()
        switch pair.expected {
        case .transition(let transition):
            #expect(fault?.name == (pair.step == .wrongCode && pair.state == .startedRegistration ? "codeWrong" : nil))
            #expect(after != before)
            #expect(try await person.state() == transition.state)
        case .refused(let event):
            #expect(fault?.name == "flowError")
            #expect(fault?.data["state"]?.string == pair.state.rawValue)
            #expect(fault?.data["event"]?.string == event.rawValue)
            #expect(after == before)
        case .fault(let kind):
            #expect(fault?.name == kind.name)
            #expect(after == before)
        case .read:
            #expect(fault == nil)
            #expect(after == before)
        }
    }
}

/// One device whose registration is in a given state, with the codes that its calls need.
private struct Person {
    private let fixture: AuthServiceFixture, phone: AuthTestClient
    /// The challenge of the registration, also of one that is confirmed; of nothing in INVALID.
    private let registration: ChallengeID
    private let code: OneTimeCode
    /// The challenge of a code that deletes the account; of nothing where there is no account.
    private let deletion: (challenge: ChallengeID, code: OneTimeCode)

    init(in state: Registration.State) async throws {
        fixture = try await AuthServiceFixture {
            $0.isDemo = true
            $0.sendLimits.perNumber = []
        }
        phone = fixture.client()
        let nothing = (challenge: ChallengeID(bits: 1), code: try #require(OneTimeCode("123456")))
        var (registration, deletion) = (nothing, nothing)
        switch state {
        case .invalid: break
        case .startedRegistration: registration = try await phone.start(fixture)
        case .activated: registration.challenge = try await Self.start(phone, "demo").challengeId
        case .registered, .blocked:
            registration = try await phone.start(fixture)
            let confirm = RegistrationConfirm.Params(challengeId: registration.challenge, code: registration.code)
            let grant = try await phone.call(RegistrationConfirm.self, confirm).session
            phone.session = grant
            deletion = try await phone.requestCode(fixture, .deleteAccount)
            if state == .blocked { #expect(try await fixture.store.block(grant.account, at: fixture.clock.now)) }
        }
        (self.registration, code, self.deletion) = (registration.challenge, registration.code, deletion)
    }

    private static func start(_ phone: AuthTestClient, _ group: String) async throws -> RegistrationStart.Answer {
        let group = try #require(GroupID(rawValue: group))
        return try await phone.call(RegistrationStart.self, .init(phone: AuthTestClient.phone, group: group))
    }

    func state() async throws -> Registration.State {
        try await phone.call(RegistrationState.self, .init(phone: AuthTestClient.phone)).state
    }

    /// All rows but those of the request proofs, of which every call that may write leaves one.
    func rows() async throws -> [String: [String]] {
        try await fixture.database.contents().filter { $0.key != "proof_seen" }
    }

    /// Makes the step's call; returns its refusal.
    func play(_ step: `Each registration method in each state`.Step) async throws -> RemoteFault? {
        let number = AuthTestClient.phone
        switch step {
        case .start: return try await refusal { _ = try await Self.start(phone, "fieldwork") }
        case .startUnverified: return try await refusal { _ = try await Self.start(phone, "demo") }
        case .restart: return try await phone.refusal(RegistrationRestart.self, .init(phone: number))
        case .confirm:
            let isActivated = try await state() == .activated
            return try await phone.refusal(
                RegistrationConfirm.self, .init(challengeId: registration, code: isActivated ? nil : code))
        case .wrongCode:
            return try await phone.refusal(
                RegistrationConfirm.self, .init(challengeId: registration, code: fixture.wrong(code)))
        case .state: return try await phone.refusal(RegistrationState.self, .init(phone: number))
        case .cancel: return try await phone.refusal(RegistrationCancel.self, .init(phone: number))
        case .deleteAccount:
            return try await phone.refusal(
                AccountDelete.self, .init(challengeId: deletion.challenge, code: deletion.code))
        }
    }

    private func refusal(_ call: () async throws -> Void) async throws -> RemoteFault? {
        do {
            try await call()
            return nil
        } catch let fault as RemoteFault {
            return fault
        }
    }
}
