import Domain
import Primitives
import SQL

/// The rule that phone numbers are found by at most two index keys: a third is published only when every number has been
/// indexed under the active one, and limits on codes are counted under it alone.
enum IndexKeyRule {
    /// The reason why another index key must not be published yet; nil if there is none.
    static func refusal(
        of key: KeyID, among keys: [KeyRecord], at now: Instant, in transaction: any Transaction
    ) throws -> KeyChange? {
        guard key.kind == .index, !keys.contains(where: { $0.id == key }) else { return nil }
        if keys.contains(where: { $0.state == .published }) { return .wrongState(.published) }
        for former in keys where former.state == .verifyOnly {
            let end = former.since + KeyKind.index.timeInUseAfterActive
            if end > now { return .tooEarly(until: end) }
            let rows = try KeyUse.rows(of: former.id.number, in: KeyUse.ofNumbers, at: now, transaction)
            if rows > 0 { return .needed(rows: rows) }
        }
        return nil
    }
}
