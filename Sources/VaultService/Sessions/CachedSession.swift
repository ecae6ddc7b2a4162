import Contracts
import Domain
import JSONRPC
import Primitives

/// The state of one session as auth last reported it.
struct CachedSession: Sendable, Hashable {
    /// The fault that answers the session's tokens; nil while it is live. An ended session never becomes live again.
    private(set) var ended: String?
    /// The part of authentication that the session has passed.
    private(set) var gate: String
    /// The version of the account's TokenSecret in force. A token of any other version is revoked.
    private(set) var tokenSecretVersion: Int64
    private(set) var approval: ApprovalStatus
    /// The sequence number of the feed's event up to which this state is known.
    private(set) var asOf: Int64

    init(_ answer: TokenIntrospect.Answer) {
        ended = answer.active ? nil : answer.ended ?? FaultKind.loginRequired.name
        gate = answer.gate
        tokenSecretVersion = answer.tsv.value
        approval = answer.approval
        asOf = answer.asOf.value
    }

    /// Applies a revocation event. An event that the state already contains changes nothing.
    mutating func apply(_ event: RevocationEvent) {
        guard event.seq.value > asOf else { return }
        if ended == nil { ended = event.ended }
        gate = event.gate ?? gate
        tokenSecretVersion = event.tsv?.value ?? tokenSecretVersion
        approval = event.approval ?? approval
        asOf = event.seq.value
    }
}
