#if Postgres
import CPostgres
import SQL

/// What a statement brought.
struct Reply {
    /// The rows it returned.
    let rows: [Row]
    /// How many rows it inserted, changed or deleted.
    let changes: Int
    /// The server's word for what was done.
    let tag: String
}

extension Link {
    /// Takes in what was left unanswered.
    func settle() throws(Trouble) {
        while steps.syncs > 0 {
            try passOver()
        }
    }

    /// Takes in the answers to one exchange that nobody waits for.
    func passOver() throws(Trouble) {
        do throws(Trouble) { _ = try answers() } catch { if error.endsLink { throw error } }
    }

    /// The answers up to the next sync, one for each statement; the first error if there was one, once the sync is in.
    func answers() throws(Trouble) -> [Reply] {
        var replies: [Reply] = [], trouble: Trouble?, isDone = false
        while !isDone, let step = steps.first {
            do throws(Trouble) {
                switch step {
                case .sync:
                    isDone = true
                    try awaitSync()
                case .aside: _ = try reply(to: "")
                case .prepare(let known, let name):
                    do throws(Trouble) { _ = try reply(to: known.rendered) } catch {
                        texts.forget(name, of: known)
                        throw error
                    }
                case .statement(let text): replies.append(try reply(to: text))
                }
            } catch {
                if error.endsLink { throw fail(error) }
                trouble = trouble ?? error
            }
            steps.removeFirst()
        }
        if let trouble { throw trouble }
        return replies
    }

    /// Reads all results of one command.
    private func reply(to text: String) throws(Trouble) -> Reply {
        var outcome: Result<Reply, Trouble> = .failure(.lost(nil))
        while let answer = try next() {
            switch answer.status {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                do throws(SQLFault) {
                    outcome = .success(
                        Reply(rows: try answer.rows(of: text), changes: answer.changes, tag: answer.tag))
                } catch { outcome = .failure(.told(error)) }
            case PGRES_EMPTY_QUERY:
                outcome = .failure(.told(.statement(text: text, message: "there is no statement in this text")))
            case PGRES_PIPELINE_ABORTED:
                outcome = .failure(.told(.statement(text: text, message: "it follows one that failed")))
            case PGRES_FATAL_ERROR: outcome = .failure(Self.refusal(answer, text))
            case _: throw .lost(nil)  // out of step: a COPY, or a sync where a command's answer should be
            }
        }
        return try outcome.get()
    }

    /// Waits for a sync. A transaction of its own commits there, so an error may come in its place.
    private func awaitSync() throws(Trouble) {
        var trouble: Trouble?
        for _ in 0..<8 {
            guard let answer = try next() else { continue }
            switch answer.status {
            case PGRES_PIPELINE_SYNC:
                if let trouble { throw trouble }
                return
            case PGRES_FATAL_ERROR: trouble = Self.refusal(answer, "COMMIT")
            case _: continue
            }
        }
        throw trouble ?? .lost(nil)
    }

    private static func refusal(_ answer: borrowing Answer, _ text: String) -> Trouble {
        let error = answer.error
        if error.state.isEmpty { return .lost(nil) }
        return error.isFatal ? .lost(error) : .refused(error, text: text)
    }
}
#endif
