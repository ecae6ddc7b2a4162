import Cryptography
import Domain
import Primitives

extension PushPlan {
    /// Takes the next counter of a live item: stores the body with the increased counter as an ordinary change, and logs
    /// the operation with the counter that it took. A repeated operation takes none and has the first one.
    ///
    /// - Parameter use: reads the counter from a body; nil if the body has none.
    mutating func takeCounter(
        of id: SecretID, opID: OperationID, from origin: OperationOrigin, _ use: (StoredSecret) -> CounterUse?
    ) throws -> CounterOutcome {
        guard let item = items[id], item.state == .live else { return .absent }
        let secret = try facts.open(item)
        guard let use = use(secret) else { return .unusable(secret) }
        let mac = KeyedHash.counter(of: id, generator: use.generator, of: facts.account, key: facts.requestKey)
        if let row = log[opID] {
            guard let counter = row.counter, ConstantTime.equal(row.requestMAC, mac) else {
                return .rejected(.opIdReused)
            }
            return .taken(counter: counter, from: secret)
        }
        if isLogFull(for: origin) { return .rejected(.logFull) }
        // The limit of a body's size is not checked: a counter that gets a digit more must not refuse the code.
        let op = SecretOp(.update, id, opID: opID, base: .anything, content: .init(body: use.next))
        switch try apply(op, lostBase: nil) {
        case .applied(let rev):
            head.operations += 1
            head.dueAt = min(head.dueAt, facts.now + facts.retention.operations)
            let row = OpRow(requestMAC: mac, outcome: .applied, rev: rev, counter: use.counter)
            writes.log(opID, row, seq: head.seq)
            return .taken(counter: use.counter, from: secret)
        case .rejected(let rejection): return .rejected(rejection)
        case .copied, .noop, .conflict, .gone, .replayed:
            preconditionFailure("an operation that is applied is applied or rejected")
        }
    }
}
