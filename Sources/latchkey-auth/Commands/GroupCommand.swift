import ArgumentParser
import Contracts
import JSONRPC
import Primitives

struct GroupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group", abstract: "Creates, changes and lists facility groups.",
        subcommands: [Create.self, Change.self, List.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: """
                Creates a facility group. Without options its members are approved by an operator, may use many devices, \
                and prove their number by a code; it can be joined, and 72 hours of unlocking offline are allowed.
                """)
        @OptionGroup var service: AdministrationOptions
        @Argument(help: "The group's name: a letter a-z and at most 31 of a-z, 0-9 and -.") var name: String
        @OptionGroup var policies: GroupPolicyOptions

        func run() async throws {
            let answer = try await service.call(GroupCreate.self, try policies.params(group: GroupCommand.name(name)))
            try service.show(answer) { ["Created \(GroupCommand.line(of: answer))"] }
        }
    }

    struct Change: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "change",
            abstract: """
                Changes the named policies of a facility group. No session ends and nobody is approved by it at once: what \
                it prints says when each change takes effect.
                """)
        @OptionGroup var service: AdministrationOptions
        @Argument(help: "The group's name.") var name: String
        @OptionGroup var policies: GroupPolicyOptions

        func run() async throws {
            let params = try policies.params(group: GroupCommand.name(name))
            guard params != GroupPolicies(group: params.group, reason: params.reason) else {
                throw ValidationError("name a policy that is to change, such as --devices one")
            }
            let answer = try await service.call(GroupChange.self, params)
            try service.show(answer) { ["Now \(GroupCommand.line(of: answer))"] + policies.effects }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists all facility groups with their policies.")
        @OptionGroup var service: AdministrationOptions

        func run() async throws {
            let answer = try await service.call(GroupList.self, .init())
            try service.show(answer) { answer.groups.map(GroupCommand.line) }
        }
    }

    /// The group of that name.
    /// - Throws: the sentence that says how a name is written.
    static func name(_ text: String) throws -> GroupID {
        guard let group = GroupID(rawValue: text) else {
            throw ValidationError("a group's name is a letter a-z and at most 31 of a-z, 0-9 and -")
        }
        return group
    }

    private static func line(of group: GroupView) -> String {
        "\(group.group.rawValue): registers \(group.registers.rawValue), approval \(group.approval.rawValue), "
            + "devices \(group.devices.rawValue), verification \(group.verification.rawValue), "
            + "pin \(group.pin.rawValue), second factor \(group.secondFactor.rawValue), "
            + "\(group.isJoinable ? "joinable" : "not joinable"), offline unlock \(group.offlineUnlockHours) h"
    }
}
