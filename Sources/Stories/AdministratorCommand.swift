import StrictJSON

/// A command of the administrator about one person, whose number is the argument `phone`.
public enum AdministratorCommand: String, Sendable {
    case showUser = "user show"
    case deleteUser = "user delete"
    case endSessions = "user end-sessions"

    /// The words after `latchkey-auth` that make this command.
    func words(_ arguments: JSONObject) -> [String] {
        let person = rawValue.split(separator: " ").map(String.init) + ["--phone=\(arguments["phone"]?.string ?? "")"]
        let reason = arguments["reason"]?.string.map { ["--reason=\($0)"] } ?? []
        return switch self {
        case .showUser: person
        case .deleteUser: person + ["--yes"] + reason
        case .endSessions: person + reason
        }
    }
}
