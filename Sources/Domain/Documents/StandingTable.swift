/// The standing table as a document.
public enum StandingTable {
    /// The columns, in the seed's order.
    public static let columns = [
        "login status", "approval status", "can sync", "can add", "token present", "notification", "first screen",
        "lock screen",
    ]

    /// The fifteen rows in the seed's order, a text for each cell; the impossible row says so as the seed does.
    public static var rows: [[String]] {
        LoginStatus.allCases.flatMap { login in
            order(in: login).map { [login.rawValue, $0.rawValue] + answers(UserStanding.of(login, $0)) }
        }
    }

    /// The table in Markdown, ending in a newline.
    public static var markdown: String { Markdown.table(columns, rows) }

    /// The seed's last three rows begin with the disapproved one.
    private static func order(in login: LoginStatus) -> [ApprovalStatus] {
        login == .unauthorized
            ? [.disapprovedForSyncing, .waitingForApproval, .approvedForSyncing] : ApprovalStatus.allCases
    }

    private static func answers(_ standing: Standing?) -> [String] {
        guard let standing else { return ["No"] + Array(repeating: "N/A", count: 5) }
        return [
            word(standing.canSync), word(standing.canAdd), word(standing.tokenPresent), word(standing.notification),
            standing.firstScreen.rawValue, word(standing.lockScreen),
        ]
    }

    private static func word(_ answer: Bool) -> String { answer ? "Yes" : "No" }

    private static func word(_ notification: HomeNotification) -> String {
        switch notification {
        case .text(let text): text
        case .none: ""
        case .notApplicable: "N/A"
        }
    }
}
