import StrictJSON

/// The words of `latchkey-auth` for the operator's commands in stories.
enum OperatorWords {
    static func words(_ command: String, _ arguments: JSONObject) throws -> [String] {
        let phone = arguments["phone"]?.string ?? ""
        let reason = arguments["reason"]?.string.map { ["--reason=\($0)"] } ?? []
        switch command {
        case "approve": return ["approve", "yes", phone]
        case "disapprove": return ["approve", "no", phone] + reason
        case "explain": return ["approve", "why", phone]
        default: throw StoryMistake("the operator cannot \(command)")
        }
    }
}
