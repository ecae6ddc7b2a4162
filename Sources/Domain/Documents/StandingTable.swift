/// Renders ``UserStanding`` as the table of the user-states document.
public enum StandingTable {
    /// In the order of the document.
    public static let columns = [
        "login status", "approval status", "can sync", "can add", "token present", "notification", "first screen",
        "lock screen",
    ]

    /// The fifteen rows in the document's order. The impossible combination (row 11) is rendered as No and N/A.
    public static var rows: [[String]] {
        LoginStatus.allCases.flatMap { login in
            order(in: login).map { [login.rawValue, $0.rawValue] + answers(UserStanding.of(login, $0)) }
        }
    }

    /// The Markdown table, ending in a newline.
    public static var markdown: String { Markdown.table(columns, rows) }

    /// In the document's Unauthorized rows, disapproved comes first.
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
