import ArgumentParser
import Contracts
import Domain
import Primitives
import ServiceHost

struct ChildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "child", abstract: "Shows a child, and decides who its parents are.",
        subcommands: [List.self, Show.self, AddParent.self, RemoveParent.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Lists the children of a parent, those without a parent, or those whose devices a restore has locked.",
            discussion: """
                A restored older database may hold a child whose parents were deleted since. After a restore every bound \
                device of a child is locked until a parent unlocks it.
                """)
        @OptionGroup var service: AdministrationOptions
        @Option(help: "The parent's phone number, with country code.") var phone: String?
        @Option(help: "The parent's account, instead of the number.") var account: String?
        @Flag(help: "List the children that have no parent.") var withoutParent = false
        @Flag(help: "List the children whose bound device is locked since a restore of an older database.")
        var lockedByRestore = false

        func validate() throws {
            guard [phone != nil, account != nil, withoutParent, lockedByRestore].count(where: \.self) == 1 else {
                throw ValidationError("give one of --phone, --account, --without-parent and --locked-by-restore")
            }
            guard account == nil || account.flatMap({ AccountID($0) }) != nil else {
                throw ValidationError("--account must be an account's id")
            }
        }

        func run() async throws {
            let answer = try await service.call(
                ChildFind.self,
                .init(
                    phone: phone, accountId: account.flatMap { AccountID($0) },
                    withoutParent: withoutParent ? true : nil,
                    lockedByRestore: lockedByRestore ? true : nil))
            try service.show(answer) {
                answer.children.isEmpty
                    ? ["There is none."]
                    : answer.children.map { "\($0.childId)  “\($0.name)”  number of parents: \($0.parents)" }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows a child's parents and its bound device.")
        @OptionGroup var service: AdministrationOptions
        @OptionGroup var child: ChildArgument

        func run() async throws {
            let answer = try await service.call(ChildShow.self, .init(childId: child.id))
            try service.show(answer) {
                let device = answer.deviceName.map { ", on “\($0)”" } ?? ""
                let bound = answer.boundAtMs.map { " since " + TerminalText.time($0) } ?? ""
                return [
                    "\(answer.childId)  “\(answer.name)” of \(answer.group.rawValue), \(answer.state.rawValue)\(device)\(bound), "
                        + "\(answer.approval.rawValue), added \(TerminalText.time(answer.addedAtMs))",
                    "Parents:",
                ]
                    + answer.parents.map {
                        "  \($0.accountId)  \($0.phone)  since \(TerminalText.time($0.sinceMs))"
                    }
            }
        }
    }

    struct AddParent: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add-parent", abstract: "Makes a person a parent of a child. Check first who is speaking.",
            discussion:
                "The person must have registered in a group of families. All parents and the child get a notice.")
        @OptionGroup var service: AdministrationOptions
        @OptionGroup var child: ChildArgument
        @OptionGroup var person: PersonOptions
        @Option(help: "The reason, which is recorded.") var reason: String?

        func run() async throws {
            let answer = try await service.call(
                ChildAddParent.self,
                .init(childId: child.id, phone: person.phone, accountId: person.accountID, reason: reason))
            try service.show(answer) {
                ["The person is a parent of the child now. Number of parents: \(answer.parents)"]
            }
        }
    }

    struct RemoveParent: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-parent", abstract: "Ends a person's parenthood of a child that has another parent.",
            discussion: """
                All parents and the child get a notice. The child's bound device stays; a parent ends its access with \
                'latchkey parent revoke'. An only parent is not removed: add another one first, or delete the child with \
                'user delete --account CHILD'.
                """)
        @OptionGroup var service: AdministrationOptions
        @OptionGroup var child: ChildArgument
        @OptionGroup var person: PersonOptions
        @Option(help: "The reason, which is recorded.") var reason: String?

        func run() async throws {
            let answer = try await service.call(
                ChildRemoveParent.self,
                .init(childId: child.id, phone: person.phone, accountId: person.accountID, reason: reason))
            try service.show(answer) {
                ["The person is no longer a parent of the child. Number of parents: \(answer.parents)"]
            }
        }
    }
}

/// The argument that names a child.
struct ChildArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The child's account, from child list.", valueName: "child"),
        transform: ChildArgument.account)
    var id: AccountID

    static func account(_ text: String) throws -> AccountID {
        guard let id = AccountID(text) else { throw ValidationError("the child must be an account's id") }
        return id
    }
}
