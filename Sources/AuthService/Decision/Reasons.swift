import JSONRPC
import Primitives

/// The reason that somebody gives for a decision, if a terminal can show each of its lines as it is. The reason may contain
/// line feeds, and the two joiners that several scripts need; it contains no other character that is not printable.
/// - Throws: `invalidParams`.
func printable(_ reason: String?) throws -> String? {
    guard reason?.escapingUnprintableInLines == reason else { throw Fault(.invalidParams, field: "reason") }
    return reason
}
