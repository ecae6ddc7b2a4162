#if Postgres
import CPostgres
import SQL

/// A statement that was checked and can be sent.
struct CheckedStatement {
    let text: String
    let cached: CachedStatement
    let parameters: StatementParameters
}

extension PostgresConnection {
    /// Checks a statement and its values before anything is sent. Only the engine may begin and end transactions.
    func check(_ statement: Statement, isInternal: Bool = false) throws(ConnectionFailure) -> CheckedStatement {
        do throws(SQLFault) {
            let (cached, evicted) = try statements.find(statement.text) { () throws(SQLFault) in
                try CachedStatement(statement.text)
            }
            if let evicted { evictedStatements.append(evicted) }
            guard statement.values.count == cached.valueCount else {
                throw .statement(
                    text: statement.text,
                    message: "it names \(cached.valueCount) values and was given \(statement.values.count)")
            }
            guard isInternal || !cached.isControl else {
                throw .statement(text: statement.text, message: "only the engine begins and ends transactions")
            }
            return CheckedStatement(
                text: statement.text, cached: cached,
                parameters: try StatementParameters(statement.values, of: statement.text))
        } catch {
            throw .local(error)
        }
    }

    /// Sends a command of the engine's own. Only an error in its reply matters.
    func sendInternal(_ text: String) throws(ConnectionFailure) {
        try send(try check(Statement(text), isInternal: true), expecting: .internalCommand)
    }

    /// Sends a command of the engine's own whose reply is returned like that of a caller's statement.
    func sendCommand(_ text: String) throws(ConnectionFailure) {
        try send(try check(Statement(text), isInternal: true))
    }

    /// Sends a statement, and prepares it first if this connection has no preparation for its types.
    func send(_ statement: CheckedStatement, expecting reply: PendingReply? = nil) throws(ConnectionFailure) {
        let types = statement.parameters.types, count = Int32(types.count)
        let sent: Int32
        if preparesStatements {
            let known = statement.cached.preparation(for: types)
            let name = if let known { known.name } else { try prepare(statement.cached, for: types) }
            sent = statement.parameters.withArrays {
                PQsendQueryPrepared(handle, name, count, $0.values, $0.lengths, $0.formats, 1)
            }
        } else {
            sent = statement.parameters.withArrays {
                PQsendQueryParams(
                    handle, statement.cached.rendered, count, types, $0.values, $0.lengths, $0.formats, 1)
            }
        }
        guard sent == 1 else { throw record(.lost(nil)) }
        pendingReplies.append(reply ?? .statement(statement.text))
    }

    /// Ends an exchange and writes it to the socket.
    func sync() throws(ConnectionFailure) {
        for preparation in evictedStatements.flatMap(\.preparations) {
            try sendUnprepared("DEALLOCATE \(preparation.name)")
        }
        evictedStatements = []
        guard PQpipelineSync(handle) == 1 else { throw record(.lost(nil)) }
        pendingReplies.append(.sync)
        try flush()
    }

    /// Runs a closure that sends statements, ends the exchange with a sync, and waits for the statements' results.
    ///
    /// The replies of earlier exchanges are received first; their errors are ignored unless they end the connection.
    func exchange(_ sending: () throws(ConnectionFailure) -> Void) throws(ConnectionFailure) -> [StatementResult] {
        if !preparesStatements { try receivePendingReplies() }  // pgBouncer: one transaction at a time
        let earlierExchanges = pendingReplies.syncCount
        try sending()
        try sync()
        for _ in 0..<earlierExchanges { try discardExchange() }
        return try receiveExchange()
    }

    /// Sends one command of the engine's own and a sync. The reply is received during the next exchange, before that
    /// exchange's results, or while the connection is idle.
    func sendWithoutWaiting(_ text: String) throws(ConnectionFailure) {
        try sendInternal(text)
        try sync()
    }

    /// Forgets every prepared statement. On a direct connection it also deallocates them on the server, without waiting
    /// for the reply.
    func deallocateAll() throws(ConnectionFailure) {
        statements.removeAll()
        evictedStatements = []
        guard preparesStatements else { return }  // behind pgBouncer the server's statements belong to other clients
        try sendUnprepared("DEALLOCATE ALL")
        try sync()
    }

    private func sendUnprepared(_ text: String) throws(ConnectionFailure) {
        guard PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 1) == 1 else { throw record(.lost(nil)) }
        pendingReplies.append(.internalCommand)
    }

    private func prepare(_ statement: CachedStatement, for types: [Oid]) throws(ConnectionFailure) -> String {
        let name = nextPreparationName()
        guard PQsendPrepare(handle, name, statement.rendered, Int32(types.count), types) == 1 else {
            throw record(.lost(nil))
        }
        statement.preparations.append(.init(name: name, types: types))
        pendingReplies.append(.preparation(statement, name: name))
        return name
    }
}
#endif
