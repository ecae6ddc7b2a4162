public import Contracts
public import Domain
import JSONRPC
import Primitives

/// How one session stands, as auth last said.
public struct SessionStanding: Sendable, Hashable {
    /// The fault that answers its tokens; nil while it is alive. Once set it stays: a session does not come back.
    public var ended: String?
    /// Which gate it has come to: `full`, or `unproven` and the others that may not touch the vault.
    public var gate: String
    /// The TokenSecret version in force; tokens of any other are dead.
    public var tsv: Int64
    /// Whether the person may sync.
    public var approval: ApprovalStatus
    /// The event of the feed up to which this is known.
    public var asOf: Int64

    /// As auth answered.
    public init(_ answer: TokenIntrospect.Answer) {
        ended = answer.active ? nil : answer.ended ?? FaultKind.loginRequired.name
        gate = answer.gate
        tsv = answer.tsv.value
        approval = answer.approval
        asOf = answer.asOf.value
    }

    /// Takes over what an event says; one that was known already changes nothing.
    mutating func apply(_ event: RevocationEvent) {
        guard event.seq.value > asOf else { return }
        if ended == nil { ended = event.ended }
        gate = event.gate ?? gate
        tsv = event.tsv?.value ?? tsv
        approval = event.approval ?? approval
        asOf = event.seq.value
    }
}
