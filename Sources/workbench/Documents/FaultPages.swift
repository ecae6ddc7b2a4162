import Contracts
import JSONRPC
import StrictJSON

/// The table of all faults, as JSON and Markdown.
enum FaultPages {
    static var all: [Page] {
        [
            Page("faults.json", JSON.array(FaultTable.rows.map { .object(object($0)) }).pretty),
            Page("faults.md", markdown),
        ]
    }

    private static func object(_ kind: FaultKind) -> JSONObject {
        [
            "fault": .string(kind.name), "code": .number(JSONNumber(kind.code)), "message": .string(kind.message),
            "remedy": .string(kind.remedy), "operatorDoes": .string(kind.administratorAction),
            "httpStatus": .number(JSONNumber(kind.isUnauthorized ? 401 : 200)),
        ]
    }

    private static var markdown: String {
        let rows = FaultTable.rows.map {
            [
                "`\($0.name)`", "\($0.code)", $0.isUnauthorized ? "401" : "200", $0.message, $0.remedy,
                $0.administratorAction,
            ]
        }
        return "# Faults\n\nGenerated from the Swift contracts by `scripts/dev docs`. "
            + "`error.data` is `{fault, remedy, retryAfterMs?, field?, state?, event?, …members of the fault, traceId}`.\n"
            + "HTTP 401 is the status of a single request whose token was definitely refused.\n\n"
            + Table.text(
                ["fault", "code", "HTTP", "what it means", "what the caller does", "what the administrator does"], rows)
    }
}
