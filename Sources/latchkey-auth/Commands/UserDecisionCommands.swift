import ArgumentParser
import Contracts
import Domain
import Primitives
import ServiceHost

/// Finds one person.
struct UserFindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Finds a person by the exact phone number or by account.")

    @OptionGroup var service: AdministrationOptions
    @OptionGroup var person: PersonOptions

    func run() async throws {
        let answer = try await service.call(UserFind.self, .init(phone: person.phone, accountId: person.accountID))
        try service.show(answer) {
            answer.people.isEmpty ? ["Nobody was found."] : answer.people.map(ApproveCommand.line)
        }
    }
}

/// Moves one person to another facility group.
struct UserMoveGroupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move-group",
        abstract: "Moves a person to another facility group: their devices log in again and keep everything.",
        discussion: """
            A disapproved person stays disapproved. Anybody else waits for approval again, unless the new group approves by \
            itself.
            """)

    @OptionGroup var service: AdministrationOptions
    @OptionGroup var person: PersonOptions
    @Option(help: "The group to which the person is moved.") var group: String
    @Option(help: "The reason, which is recorded.") var reason: String?

    func run() async throws {
        let found = try await service.call(UserShow.self, .init(phone: person.phone, accountId: person.accountID))
        let answer = try await service.call(
            UserMoveGroup.self,
            .init(
                accountId: found.accountId, version: found.version, group: GroupCommand.name(group), reason: reason))
        try service.show(answer) {
            ["\(found.phone) is now in \(answer.group.rawValue), \(answer.status.rawValue)."]
        }
    }
}

/// Ends the wait after wrong codes.
struct UserLiftCodeWaitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lift-code-wait",
        abstract: "Ends the wait of 20 minutes after ten wrong codes in a row. A block by wrong PINs stays.")

    @OptionGroup var service: AdministrationOptions
    @OptionGroup var person: PersonOptions
    @Option(help: "The reason, which is recorded.") var reason: String?

    func run() async throws {
        let answer = try await service.call(
            UserLiftCodeWait.self, .init(phone: person.phone, accountId: person.accountID, reason: reason))
        try service.show(answer) {
            [answer.lifted == 0 ? "No device had to wait." : "\(answer.lifted) devices may enter codes again."]
        }
    }
}

/// Undoes a change of a phone number.
struct UserUndoPhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo-phone",
        abstract: "Gives a person the former phone number back, within 72 hours after it was changed.",
        discussion: """
            Check first who is speaking. end-sessions and remove-device end what somebody else still holds. The person is \
            found by the former number too.
            """)

    @OptionGroup var service: AdministrationOptions
    @OptionGroup var person: PersonOptions
    @Option(help: "The reason, which is recorded.") var reason: String?

    func run() async throws {
        let answer = try await service.call(
            UserUndoPhone.self, .init(phone: person.phone, accountId: person.accountID, reason: reason))
        try service.show(answer) { ["The account has its former number again."] }
    }
}
