#if Postgres
import CPostgres
import SQL

/// The result of one statement.
struct StatementResult {
    let rows: [Row]
    /// The number of rows that it inserted, changed or deleted.
    let changes: Int
    /// The server's command tag, such as `COMMIT` or `INSERT 0 1`.
    let tag: String
}

extension PostgresConnection {
    /// Receives every reply the server still owes.
    func receivePendingReplies() throws(ConnectionFailure) {
        while pendingReplies.syncCount > 0 {
            try discardExchange()
        }
    }

    /// Receives the replies of one exchange and ignores its errors, unless they end the connection.
    func discardExchange() throws(ConnectionFailure) {
        do throws(ConnectionFailure) { _ = try receiveExchange() } catch { if error.endsConnection { throw error } }
    }

    /// Receives the replies of one exchange, up to and including its sync, and returns the result of each statement.
    ///
    /// - Throws: the first error of the exchange, after its sync has been received. An error that ends the connection
    ///   is thrown at once.
    func receiveExchange() throws(ConnectionFailure) -> [StatementResult] {
        var results: [StatementResult] = [], failure: ConnectionFailure?, isDone = false
        while !isDone, let reply = pendingReplies.first {
            do throws(ConnectionFailure) {
                switch reply {
                case .sync:
                    isDone = true
                    try receiveSync()
                case .internalCommand: _ = try receiveResult(of: "")
                case .preparation(let statement, let name):
                    do throws(ConnectionFailure) { _ = try receiveResult(of: statement.rendered) } catch {
                        statement.removePreparation(named: name)
                        throw error
                    }
                case .statement(let text): results.append(try receiveResult(of: text))
                }
            } catch {
                if error.endsConnection { throw record(error) }
                failure = failure ?? error
            }
            pendingReplies.removeFirst()
        }
        if let failure { throw failure }
        return results
    }

    /// Receives all results of one command.
    private func receiveResult(of text: String) throws(ConnectionFailure) -> StatementResult {
        var outcome: Result<StatementResult, ConnectionFailure> = .failure(.lost(nil))
        while let result = try nextResult() {
            switch result.status {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                do throws(SQLFault) {
                    outcome = .success(
                        StatementResult(rows: try result.rows(of: text), changes: result.changes, tag: result.tag))
                } catch { outcome = .failure(.local(error)) }
            case PGRES_EMPTY_QUERY:
                outcome = .failure(.local(.statement(text: text, message: "there is no statement in this text")))
            case PGRES_PIPELINE_ABORTED:
                outcome = .failure(.local(.statement(text: text, message: "an earlier statement failed")))
            case PGRES_FATAL_ERROR: outcome = .failure(Self.failure(result, text))
            case _: throw .lost(nil)  // the pipeline is out of step: a COPY, or a sync in place of a reply
            }
        }
        return try outcome.get()
    }

    /// Receives a sync. An implicit transaction commits there, so an error may precede it.
    private func receiveSync() throws(ConnectionFailure) {
        var failure: ConnectionFailure?
        // The nil that ends a command and one error may precede the sync. The bound ends the loop on a connection whose
        // pipeline is out of step.
        for _ in 0..<8 {
            guard let result = try nextResult() else { continue }
            switch result.status {
            case PGRES_PIPELINE_SYNC:
                if let failure { throw failure }
                return
            case PGRES_FATAL_ERROR: failure = Self.failure(result, "COMMIT")
            case _: continue
            }
        }
        throw failure ?? .lost(nil)
    }

    private static func failure(_ result: borrowing QueryResult, _ text: String) -> ConnectionFailure {
        let error = result.error
        if error.state.isEmpty { return .lost(nil) }
        return error.isFatal ? .lost(error) : .refused(error, text: text)
    }
}
#endif
