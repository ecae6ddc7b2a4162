import Contracts
import Domain
import JSONRPC
import Primitives

/// The state of one session as auth last reported it.
struct CachedSession: Sendable, Hashable {
    /// The reason for the session's end; nil while it is live. An ended session never becomes live again.
    private(set) var ended: SessionEnd?
    private(set) var level: SessionLevel
    /// The version of the account's TokenSecret in force. A token of any other version is revoked.
    private(set) var tokenSecretVersion: Int64
    private(set) var approval: ApprovalStatus
    /// The sequence number of the feed's event up to which this state is known.
    private(set) var asOf: Int64

    init(_ answer: TokenIntrospect.Answer) {
        ended = answer.active ? nil : SessionEnd(answer.ended)
        level = SessionLevel(answer.level)
        tokenSecretVersion = answer.tsv.value
        approval = answer.approval
        asOf = answer.asOf.value
    }

    /// Applies a revocation event. An event that the state already contains changes nothing.
    mutating func apply(_ event: RevocationEvent) {
        guard event.seq.value > asOf else { return }
        if ended == nil { ended = event.ended.map { SessionEnd($0) } }
        level = event.level.map { SessionLevel($0) } ?? level
        tokenSecretVersion = event.tsv?.value ?? tokenSecretVersion
        approval = event.approval ?? approval
        asOf = event.seq.value
    }
}

extension SessionEnd {
    /// Reads a reason. A missing one, or one that only a newer auth knows, makes the person log in again and deletes
    /// nothing.
    fileprivate init(_ end: Open<SessionEnd>?) { self = end?.value ?? .loginRequired }
}

extension SessionLevel {
    /// Reads a level; one that only a newer auth knows counts as the lowest.
    fileprivate init(_ level: Open<SessionLevel>) { self = level.value ?? .unproven }
}
