import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

/// A stranger enters wrong codes for the number of a person with two devices.
@Suite struct `Wrong codes of one device key in a row` {
    struct Person {
        let two: TwoDevices, stranger: AuthTestClient

        init() async throws {
            two = try await TwoDevices(rotatesKeys: true) {
                ($0.sendLimits.perAddress, $0.sendLimits.perBlock) = ([], [])
            }
            stranger = two.fixture.client("stranger")
        }
    }

    /// Something that lies between two attempts, and must not let the stranger begin to count again.
    struct Interruption: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let happen: @Sendable (Person) async throws -> Void

        init(_ description: String, _ happen: @escaping @Sendable (Person) async throws -> Void) {
            (testDescription, self.happen) = (description, happen)
        }
    }

    static let interruptions = [
        Interruption("nothing but the next code") { _ in },
        Interruption("19 minutes and a sweep") { person in
            person.two.fixture.clock.advance(by: .minutes(19))
            try await person.two.fixture.store.sweep(at: person.two.fixture.clock.now)
        },
        Interruption("a login of the owner, with a right code") { try await $0.two.phone.login($0.two.fixture) },
        Interruption("a log out everywhere of the owner") { person in
            try await person.two.phone.login(person.two.fixture)
            try await person.two.phone.expectSuccess(SessionLogoutEverywhere.self, .init())
        },
        Interruption("the administrator ends every session") { person in
            _ = try await person.two.fixture.callAsAdministrator(
                UserEndSessions.self, .init(phone: AuthTestClient.phone))
        },
        Interruption("a right code of the stranger for another number") { person in
            let (challenge, code) = try await person.stranger.requestCode(person.two.fixture, to: "+4915155555555")
            try await person.stranger.expectRefused(
                .notRegistered, OTPVerify.self, .init(challengeId: challenge, code: code))
        },
        Interruption("a registration that is given up") { person in
            _ = try await person.stranger.start(person.two.fixture)
            try await person.stranger.expectSuccess(
                RegistrationCancel.self, .init(phone: AuthTestClient.phone))
        },
        Interruption("a code for another purpose") { person in
            _ = try await person.stranger.requestCode(person.two.fixture, .deleteAccount)
        },
    ]

    @Test(.requirement("O4", "O5"), arguments: interruptions)
    func `are compared ten times and not an eleventh, whatever lies between`(interruption: Interruption) async throws {
        let person = try await Person(), fixture = person.two.fixture, stranger = person.stranger
        for turn in 1...10 {
            let (challenge, code) = try await stranger.requestCode(fixture)
            let before = fixture.counted("otp_evaluations_total")
            try await stranger.expectRefused(
                .codeWrong, OTPVerify.self, .init(challengeId: challenge, code: fixture.wrong(code)))
            #expect(fixture.counted("otp_evaluations_total") == before + 1)
            if turn < 10 {
                try await interruption.happen(person)
            } else {
                try await stranger.expectRefused(.codeWait, OTPVerify.self, .init(challengeId: challenge, code: code))
                #expect(fixture.counted("otp_evaluations_total") == before + 1, "the right code was not compared")
            }
        }
        #expect(try await fixture.auditWords().filter { $0 == "lock codeWait" }.count == 1)
        try await stranger.expectRefused(
            .codeWait, OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        try await person.two.tablet.login(fixture)
    }

    @Test(.requirement("O4")) func `count together over logins and registrations`() async throws {
        let person = try await Person(), fixture = person.two.fixture, stranger = person.stranger
        for turn in 0..<10 {
            if turn.isMultiple(of: 2) {
                let (challenge, code) = try await stranger.requestCode(fixture)
                try await stranger.expectRefused(
                    .codeWrong, OTPVerify.self, .init(challengeId: challenge, code: fixture.wrong(code)))
            } else {
                let (challenge, code) = try await stranger.start(fixture)
                try await stranger.expectRefused(
                    .codeWrong, RegistrationConfirm.self, .init(challengeId: challenge, code: fixture.wrong(code)))
                if turn < 9 {
                    try await stranger.expectSuccess(
                        RegistrationCancel.self, .init(phone: AuthTestClient.phone))
                }
            }
        }
        try await stranger.expectRefused(
            .codeWait, OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        try await stranger.expectRefused(
            .codeWait, RegistrationRestart.self, .init(phone: AuthTestClient.phone))
    }
}
