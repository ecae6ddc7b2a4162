public import ArgumentParser
import Contracts
public import Domain
import JSONRPC
import Primitives

extension GroupApproval: ExpressibleByArgument {}
extension GroupDevices: ExpressibleByArgument {}
extension GroupVerification: ExpressibleByArgument {}
extension GroupNeed: ExpressibleByArgument {}

/// The options that name policies of a facility group; a policy without its option keeps its value.
struct GroupPolicyOptions: ParsableArguments {
    @Option(help: "The way people are approved for syncing: by an operator, or at registration.")
    var approval: GroupApproval?

    @Option(help: "The number of devices on which one person may be signed in.")
    var devices: GroupDevices?

    @Option(help: "The proof of the phone number; none only in a demonstration, and never once the group has accounts.")
    var verification: GroupVerification?

    @Option(help: "The need for a PIN.")
    var pin: GroupNeed?

    @Option(help: "The need for a second factor at login.")
    var secondFactor: GroupNeed?

    @Flag(inversion: .prefixedNo, help: "Says if a registration may name the group.")
    var joinable: Bool?

    @Option(
        help: """
            The hours, at most 720, for which a device may open synchronised secrets without the service, from a right PIN \
            at the service.
            """)
    var offlineUnlockHours: Int?

    @Option(help: "The kind of account that registers in the group, member or parent.")
    var registers: String?

    @Option(help: "The reason, which is recorded.")
    var reason: String?

    mutating func validate() throws {
        guard offlineUnlockHours.map((0...720).contains) ?? true else {
            throw ValidationError("--offline-unlock-hours must be from 0 to 720")
        }
        guard registers == nil || role != nil else { throw ValidationError("--registers must be member or parent") }
    }

    private var role: Role? { [.member, .parent].first { $0.rawValue == registers } }

    func params(group: GroupID) -> GroupPolicies {
        GroupPolicies(
            group: group, registers: role, approval: approval, devices: devices, verification: verification, pin: pin,
            secondFactor: secondFactor, isJoinable: joinable, offlineUnlockHours: offlineUnlockHours, reason: reason)
    }

    /// One sentence for each named policy that does not take effect for everybody at once.
    var effects: [String] {
        var lines: [String] = []
        switch approval {
        case .automatic:
            lines.append("Nobody who waits is approved by this: they wait for their next login, or for an operator.")
        case .manual: lines.append("Who is approved stays approved.")
        case nil: break
        }
        if devices == .one {
            lines.append("No session ends now: a member's next login ends the sessions of their other devices.")
        }
        if pin == .required { lines.append("A member without a PIN is asked for one at the next login.") }
        if registers != nil { lines.append("Accounts that exist keep their kind.") }
        if secondFactor != nil { lines.append("The need for a second factor changes at a member's next login.") }
        if offlineUnlockHours != nil {
            lines.append("A device gets the hours of unlocking offline with its next right PIN.")
        }
        return lines
    }
}
