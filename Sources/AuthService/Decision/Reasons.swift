import Contracts
import JSONRPC
import Primitives

/// The reason that somebody gives for a decision, if no character of it can move a terminal's cursor or hide text. A line break
/// is allowed.
/// - Throws: `invalidParams`.
func printable(_ reason: String?) throws -> String? {
    guard reason?.unicodeScalars.allSatisfy({ $0.isPrintable || $0 == "\n" }) ?? true else {
        throw Fault(.invalidParams, field: "reason")
    }
    return reason
}
