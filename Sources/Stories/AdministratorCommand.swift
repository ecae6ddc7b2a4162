import StrictJSON

/// A command of the administrator: about one person, whose number is the argument `phone`, or about the facility group
/// whose name is the argument `group`; a move is about both.
public enum AdministratorCommand: String, Sendable {
    case showUser = "user show"
    case deleteUser = "user delete"
    case endSessions = "user end-sessions"
    case moveGroup = "user move-group"
    case createGroup = "group create"

    /// The policies that `group create` may name, each with its option on the command line.
    private static let policies = [
        "approval": "approval", "devices": "devices", "verification": "verification", "pin": "pin",
        "secondFactor": "second-factor",
    ]

    /// The words after `latchkey-auth` that make this command.
    ///
    /// - Throws: `StoryError` for an argument that the command does not have.
    func words(_ arguments: JSONObject) throws -> [String] {
        let command = rawValue.split(separator: " ").map(String.init)
        let person = command + ["--phone=\(arguments["phone"]?.string ?? "")"]
        let reason = arguments["reason"]?.string.map { ["--reason=\($0)"] } ?? []
        return switch self {
        case .showUser: person
        case .deleteUser: person + ["--yes"] + reason
        case .endSessions: person + reason
        case .moveGroup: person + ["--group=\(arguments["group"]?.string ?? "")"] + reason
        case .createGroup: try command + [arguments["group"]?.string ?? ""] + Self.options(arguments)
        }
    }

    private static func options(_ arguments: JSONObject) throws -> [String] {
        try arguments.filter { $0.key != "group" }.map { name, value in
            guard let option = policies[name], let text = value.string else {
                throw StoryError("a group of a story has no policy \(name)")
            }
            return "--\(option)=\(text)"
        }
    }
}
