import Domain
import Testing

@Suite struct UserStandingTests {
    /// The rows of the user-states document in its order.
    // swift-format-ignore
    private static let document: [[String]] = [
        ["OTP Requested",       "waitingForApproval",    "No",  "Yes", "No",  "Pending SMS verification", "Home", "Yes"],
        ["OTP Requested",       "approvedForSyncing",    "No",  "Yes", "No",  "Pending SMS verification", "Home", "Yes"],
        ["OTP Requested",       "disapprovedForSyncing", "No",  "Yes", "No",  "Pending SMS verification", "Home", "Yes"],
        ["Logged In",           "waitingForApproval",    "No",  "Yes", "Yes", "Waiting for approval",     "Home", "Yes"],
        ["Logged In",           "approvedForSyncing",    "Yes", "Yes", "Yes", "",                         "Home", "Yes"],
        ["Logged In",           "disapprovedForSyncing", "No",  "Yes", "Yes", "",                         "Home", "Yes"],
        ["Resetting PIN",       "waitingForApproval",    "No",  "No",  "Yes", "N/A", "Forgot PIN - Create new PIN", "No"],
        ["Resetting PIN",       "approvedForSyncing",    "Yes", "No",  "Yes", "N/A", "Forgot PIN - Create new PIN", "No"],
        ["Resetting PIN",       "disapprovedForSyncing", "No",  "No",  "Yes", "N/A", "Forgot PIN - Create new PIN", "No"],
        ["Reset PIN Requested", "waitingForApproval",    "No",  "Yes", "Yes", "Waiting for approval",     "Home", "Yes"],
        ["Reset PIN Requested", "approvedForSyncing",    "No",  "N/A", "N/A", "N/A",                      "N/A",  "N/A"],
        ["Reset PIN Requested", "disapprovedForSyncing", "No",  "Yes", "Yes", "",                         "Home", "Yes"],
        ["Unauthorized",        "disapprovedForSyncing", "No",  "Yes", "Yes", "",                         "Home", "Yes"],
        ["Unauthorized",        "waitingForApproval",    "No",  "Yes", "Yes", "",                         "Home", "Yes"],
        ["Unauthorized",        "approvedForSyncing",    "No",  "Yes", "Yes", "",                         "Home", "Yes"],
    ]

    @Test(arguments: Array(document.enumerated())) func `each row is as in the source document`(
        index: Int, row: [String]
    ) {
        #expect(StandingTable.rows[index] == row)
    }

    @Test func `there are fifteen rows`() {
        #expect(StandingTable.rows.count == 15)
    }

    @Test func `a person who requested a new PIN cannot be approved for syncing`() {
        #expect(UserStanding.of(.resetPINRequested, .approvedForSyncing) == nil)
    }

    @Test func `exactly two standings may sync`() {
        let syncing = LoginStatus.allCases.flatMap { login in
            ApprovalStatus.allCases.filter { UserStanding.of(login, $0)?.canSync == true }.map { "\(login) \($0)" }
        }
        #expect(syncing == ["loggedIn approvedForSyncing", "resettingPIN approvedForSyncing"])
    }

    @Test func `the Markdown table has a heading and a line for each row`() {
        let lines = StandingTable.markdown.split(separator: "\n")
        #expect(lines.count == 17)
        #expect(lines[6] == "| Logged In | approvedForSyncing | Yes | Yes | Yes |  | Home | Yes |")
    }
}
