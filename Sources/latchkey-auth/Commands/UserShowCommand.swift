import ArgumentParser
import Contracts
import Domain
import Primitives
import ServiceHost

struct UserShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows a person's state, devices, waiting sessions and decisions.")

    @OptionGroup var service: AdministrationOptions
    @OptionGroup var person: PersonOptions

    func run() async throws {
        let answer = try await service.call(UserShow.self, .init(phone: person.phone, accountId: person.accountID))
        try service.show(answer) { Self.lines(of: answer) }
    }

    private static func lines(of person: UserShow.Answer) -> [String] {
        let reason = person.approvalReason.map { " (\($0))" } ?? ""
        var lines = [
            "\(person.phone)  \(person.accountId)  \(person.kind.rawValue) of \(person.group.rawValue), "
                + "\(person.state.rawValue), \(person.approval.rawValue)\(reason), since "
                + TerminalText.time(person.createdAtMs),
            "Devices:",
        ]
        lines += person.devices.map { device in
            "  \(device.deviceId)  “\(device.name)”  \(Self.admission(of: device)), "
                + "\(device.hasLiveSession ? "signed in" : "signed out"), last used "
                + TerminalText.time(device.lastUsedAtMs)
        }
        lines.append("Waiting to be admitted:")
        lines += person.waiting.map {
            "  session \($0.sessionId)  “\($0.deviceName)”  since \(TerminalText.time($0.sinceMs))"
        }
        if let family = person.family { lines += Self.lines(of: family) }
        lines.append("Decisions:")
        return lines + person.decisions.map { "  " + DecisionsCommand.line(of: $0) }
    }

    private static func lines(of family: PersonFamily) -> [String] {
        var lines: [String] = []
        if let name = family.name, let access = family.access {
            lines.append("Child “\(name)”: \(access.rawValue)\(Self.invites(family.invites))")
            lines.append("Parents:")
            lines += family.parents.map { "  \($0.accountId)  \($0.phone)  since \(TerminalText.time($0.sinceMs))" }
        } else {
            lines.append("Children:")
        }
        return lines
            + family.children.map { child in
                let device = child.deviceName.map { ", device “\($0)”" } ?? ", no device"
                return "  \(child.childId)  “\(child.name)”  \(child.access.rawValue), \(child.approval.rawValue), "
                    + "\(child.parents) parents\(device)\(Self.invites(child.invites))"
            }
    }

    /// The open invites, without their codes.
    private static func invites(_ invites: [OpenInvite]) -> String {
        invites.map { ", invite for the \($0.purpose.rawValue) until \(TerminalText.time($0.expiresAtMs))" }.joined()
    }

    private static func admission(of device: PersonDevice) -> String {
        if let end = device.suspendedUntilMs { return "suspended until \(TerminalText.time(end))" }
        return device.isAdmitted ? "admitted" : "not admitted"
    }
}
