import ArgumentParser
import Contracts
import Domain
import Glibc
import Primitives
import ServiceHost

struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Shows one person, and helps one who has lost a device or the number.",
        subcommands: [
            UserFindCommand.self, UserShowCommand.self, UserMoveGroupCommand.self, Admit.self, EndSessions.self,
            UserLiftCodeWaitCommand.self, UserCancelHoldCommand.self, RemoveDevice.self, RemoveSecondFactor.self,
            UserUndoPhoneCommand.self, UserImportCommand.self, Delete.self,
        ])

    struct Admit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "admit",
            abstract: "Admits a waiting device of a person who has lost the others. Check first who is speaking.",
            discussion: "A hold on the account is ended: other suspended devices stay out.")
        @OptionGroup var service: AdministrationOptions
        @OptionGroup var person: PersonOptions
        @Option(help: "The waiting session, from user show.") var session: String
        @Option(help: "The two digits that the person reads out from the new device.") var digits: String
        @Flag(
            help: """
                The device is not the owner's but of somebody who has got the number since: after 72 hours the number belongs \
                to a new account.
                """) var newPerson = false
        @Option(help: "The reason, which is recorded.") var reason: String?

        func run() async throws {
            guard let id = SessionID(session) else { throw ValidationError("--session must be a session's id") }
            let answer = try await service.call(
                UserAdmit.self,
                .init(
                    sessionId: id, digits: digits, phone: person.phone, accountId: person.accountID,
                    holder: newPerson ? .newPerson : nil, reason: reason))
            try service.show(answer) {
                [
                    answer.newAccountAtMs.map {
                        "From \(TerminalText.time($0)) on the number belongs to a new account, unless the owner uses a device before."
                    } ?? "The device is admitted."
                ]
            }
        }
    }

    struct EndSessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end-sessions",
            abstract:
                "Signs a person out everywhere. Suspended devices stay suspended, and admitted ones stay admitted.",
            discussion: "remove-device withdraws an admission; cancel-hold admits a suspended device again.")
        @OptionGroup var service: AdministrationOptions
        @OptionGroup var person: PersonOptions
        @Option(help: "The reason, which is recorded.") var reason: String?

        func run() async throws {
            let answer = try await service.call(
                UserEndSessions.self, .init(phone: person.phone, accountId: person.accountID, reason: reason))
            try service.show(answer) {
                ["\(answer.ended) sessions were ended."]
                    + (answer.suspended ?? []).map {
                        "The device “\($0.name)” is suspended\($0.suspendedUntilMs.map { " until " + TerminalText.time($0) } ?? "")."
                    }
            }
        }
    }

    struct RemoveDevice: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-device", abstract: "Withdraws a device's admission, and ends its sessions.",
            discussion: """
                A hold on the account is ended, and the suspended devices stay out. To admit one of them again, use \
                cancel-hold first.
                """)
        @OptionGroup var service: AdministrationOptions
        @OptionGroup var person: PersonOptions
        @Option(help: "The device, from user show.") var device: String
        @Option(help: "The reason, which is recorded.") var reason: String?

        func run() async throws {
            guard let id = DeviceID(device) else { throw ValidationError("--device must be a device's id") }
            let answer = try await service.call(
                UserRemoveDevice.self,
                .init(deviceId: id, phone: person.phone, accountId: person.accountID, reason: reason))
            try service.show(answer) { ["The device has to be admitted again before it can sign in."] }
        }
    }

    struct RemoveSecondFactor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-second-factor",
            abstract: "Removes the second factor of a person who has lost it and the recovery codes.",
            discussion: "Check first who is speaking. The next login asks for a new one if the group requires it.")
        @OptionGroup var service: AdministrationOptions
        @OptionGroup var person: PersonOptions
        @Option(help: "The reason, which is recorded.") var reason: String?

        func run() async throws {
            let answer = try await service.call(
                UserRemoveSecondFactor.self, .init(phone: person.phone, accountId: person.accountID, reason: reason))
            try service.show(answer) { ["The account has no second factor any more. The person signs in again."] }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Deletes a person's account and everything in it, for example for a number with a new owner.")
        @OptionGroup var service: AdministrationOptions
        @OptionGroup var person: PersonOptions
        @Option(help: "The reason, which is recorded.") var reason: String?
        @Flag(help: "Delete without asking.") var yes = false

        func run() async throws {
            if !yes {
                let found = try await service.call(
                    UserShow.self, .init(phone: person.phone, accountId: person.accountID))
                guard isatty(0) == 1 else { throw ValidationError("nothing was deleted: add --yes") }
                print("Delete the account of \(found.phone) with all entries, for good? Type yes:")
                guard readLine() == "yes" else { throw ValidationError("nothing was deleted") }
            }
            let answer = try await service.call(
                UserDelete.self, .init(phone: person.phone, accountId: person.accountID, reason: reason))
            try service.show(answer) { ["The account is deleted, and its number is free."] }
        }
    }
}
