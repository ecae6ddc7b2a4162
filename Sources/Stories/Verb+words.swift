import LatchkeyDevice
import StrictJSON

extension Verb {
    /// The words and the standard input that make `latchkey` do this verb with these arguments.
    func words(_ arguments: JSONObject) throws -> (words: [String], input: String) {
        func text(_ name: String) -> String { arguments[name]?.string ?? "" }
        func option(_ name: String, _ flag: String) -> [String] {
            arguments[name]?.string.map { ["--\(flag)=\($0)"] } ?? []
        }
        if let stranger = arguments.keys.first(where: { !self.arguments.contains($0) }) {
            throw StoryMistake("\(rawValue) takes no “\(stranger)”")
        }
        let fate = arguments["choice"]?.string.map { ["--\($0)"] } ?? []
        let chosen = arguments["all"] == true ? ["--all"] : [text("entry")]
        return switch self {
        case .register: (["register", text("phone")] + option("group", "group"), "")
        case .login: (["login", text("phone")], "")
        case .confirm: (["confirm"] + (arguments["code"]?.string.map { [$0] } ?? []), "")
        case .admit: (["admit", text("digits")] + option("session", "session"), "")
        case .add: (["add", text("uri")], "")
        case .import: (["import", "-"], text("text"))
        case .list: (["list"] + (arguments["secrets"] == true ? ["--secrets"] : []), "")
        case .edit:
            (["edit", text("entry")] + option("issuer", "issuer") + option("accountName", "account-name"), "")
        case .delete: (["delete", text("entry")], "")
        case .keepAsNew: (["keep-as-new"] + chosen, "")
        case .discard: (["discard"] + chosen, "")
        case .logout: (["logout"] + fate, "")
        case .logoutEverywhere: (["logout", "--everywhere"] + fate, "")
        case .requestDeletion: (["delete-account"], "")
        case .deleteAccount: (["delete-account", text("code")] + fate, "")
        case .status, .sessions, .sync, .refresh, .standing: ([rawValue], "")
        case .call:
            (
                ["call", text("method"), (arguments["params"] ?? [:]).text] + option("service", "service")
                    + option("token", "token") + (arguments["token"] == false ? ["--anonymous"] : []), ""
            )
        }
    }
}
