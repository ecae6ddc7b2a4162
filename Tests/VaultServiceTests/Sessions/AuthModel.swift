import Contracts
import Domain
import Primitives

/// What auth knows of many sessions, as plain lists of events: two sessions for each account.
struct AuthModel {
    /// The state of a session after an event.
    struct Standing: Equatable {
        var ended: SessionEnd?
        var level = SessionLevel.unproven
        var tokenSecretVersion: Int64 = 1
        var approval = ApprovalStatus.waitingForApproval
    }

    let epoch: EpochID
    /// The sequence number of the last event that the vault has received.
    private(set) var received: Int64 = 0
    private var feed: [RevocationEvent] = []
    /// The events of each account.
    private var events: [[RevocationEvent]]

    /// The sequence number of the last event.
    var head: Int64 { Int64(feed.count) }

    init(epoch: EpochID, accounts: Int) {
        self.epoch = epoch
        events = Array(repeating: [], count: accounts)
    }

    static func account(_ index: Int) -> AccountID { AccountID(bits: UInt128(index + 1)) }

    static func session(_ index: Int, _ turn: Int) -> SessionID { SessionID(bits: UInt128(2 * index + turn + 1)) }

    mutating func append(
        to index: Int, session turn: Int? = nil, ended: SessionEnd? = nil, level: SessionLevel? = nil,
        tsv: Int64? = nil,
        approval: ApprovalStatus? = nil
    ) {
        let event = RevocationEvent(
            seq: DecimalInt64(head + 1), accountId: Self.account(index),
            sessionId: turn.map { Self.session(index, $0) },
            ended: ended.map { Open($0) }, level: level.map { Open($0) }, tsv: tsv.map { DecimalInt64($0) },
            approval: approval)
        events[index].append(event)
        feed.append(event)
    }

    /// Takes a page of the oldest events that the vault has not received.
    mutating func nextPage(limit: Int) -> RevocationPoll.Answer {
        let page = Array(feed[Int(received)...].prefix(limit))
        received += Int64(page.count)
        return RevocationPoll.Answer(feedEpoch: epoch, floor: 0, head: DecimalInt64(head), events: page)
    }

    /// The state of a session after the event with a sequence number. The first end of a session is final.
    func standing(_ index: Int, _ turn: Int, after seq: Int64) -> Standing {
        var standing = Standing()
        for event in events[index] where event.seq.value <= seq {
            if let session = event.sessionId, session != Self.session(index, turn) { continue }
            standing.ended = standing.ended ?? event.ended?.value
            standing.level = event.level?.value ?? standing.level
            standing.tokenSecretVersion = event.tsv?.value ?? standing.tokenSecretVersion
            standing.approval = event.approval ?? standing.approval
        }
        return standing
    }

    /// The sequence number of an account's last event up to another one; 0 if there is none.
    func lastEvent(of index: Int, upTo seq: Int64) -> Int64 {
        events[index].last { $0.seq.value <= seq }?.seq.value ?? 0
    }

    /// The answer of `token.introspect` now.
    func introspect(_ index: Int, _ turn: Int) -> TokenIntrospect.Answer {
        let standing = standing(index, turn, after: head)
        return TokenIntrospect.Answer(
            active: standing.ended == nil, ended: standing.ended.map { Open($0) }, level: Open(standing.level),
            tsv: DecimalInt64(standing.tokenSecretVersion), approval: standing.approval, feedEpoch: epoch,
            asOf: DecimalInt64(head))
    }
}
