#if Postgres
import FaultInjection
import SQL

/// The statements of one transaction on one link. The first exchange carries the `BEGIN` with it.
final class OpenTransaction: Transaction {
    private let link: Link
    private let opening: [String]

    /// How many exchanges were answered: with none, nothing the closure did has reached a server that still lives.
    private(set) var exchanges = 0
    /// The first trouble; after it nothing else runs.
    private(set) var trouble: Trouble?
    private(set) var changes = 0
    private(set) var isBegun = false

    /// A transaction that begins with these commands.
    init(on link: Link, opening: [String]) {
        self.link = link
        self.opening = opening
    }

    func run(_ statement: Statement) throws -> [Row] {
        try batch([statement])[0]
    }

    func batch(_ statements: [Statement]) throws -> [[Row]] {
        if let trouble { throw trouble.fault }
        guard !statements.isEmpty else { return [] }
        do throws(Trouble) {
            let replies = try exchange(statements)
            exchanges += 1
            changes = replies.last?.changes ?? 0
            return replies.map(\.rows)
        } catch {
            trouble = error
            throw error.fault
        }
    }

    /// Commits and waits for the answer.
    func commit() throws(Trouble) {
        let warnings = link.warnings
        FailPoint.reached("before-commit")
        let reply = try link.exchange { () throws(Trouble) in try link.command("COMMIT") }.first
        guard reply?.tag == "COMMIT" else {
            throw .told(.statement(text: "COMMIT", message: "the server answered \(reply?.tag ?? "nothing")"))
        }
        guard link.warnings == warnings else {
            link.giveUp()
            throw .told(.unknownOutcome("the server committed without waiting for its standby"))
        }
        FailPoint.reached("after-commit")
    }

    /// Sends the end without waiting for its answer: nothing depends on it.
    func leave(with ending: String) {
        guard isBegun, link.isUsable else { return }
        do throws(Trouble) { try link.leave(ending) } catch { link.giveUp() }
    }

    private func exchange(_ statements: [Statement]) throws(Trouble) -> [Reply] {
        var all: [ReadyStatement] = []
        for statement in statements { all.append(try link.ready(statement)) }
        let begins = !isBegun
        isBegun = true
        return try link.exchange { () throws(Trouble) in
            if begins { for text in opening { try link.aside(text) } }
            for ready in all { try link.send(ready) }
        }
    }
}
#endif
