#if Postgres
import CPostgres
import SQL

/// A statement found to be sound, ready to be sent.
struct ReadyStatement {
    let text: String
    let known: KnownText
    let parameters: Parameters
}

extension Link {
    /// Looks a statement over before anything is sent. Callers may not begin or end transactions, the engine may.
    func ready(_ statement: Statement, fromCaller: Bool = true) throws(Trouble) -> ReadyStatement {
        do throws(SQLFault) {
            let (known, dropped) = try texts.find(statement.text)
            if let dropped { self.dropped.append(dropped) }
            guard statement.values.count == known.valueCount else {
                throw .statement(
                    text: statement.text,
                    message: "it names \(known.valueCount) values and was given \(statement.values.count)")
            }
            guard !(fromCaller && known.isControl) else {
                throw .statement(text: statement.text, message: "only the engine begins and ends transactions")
            }
            return ReadyStatement(
                text: statement.text, known: known, parameters: try Parameters(statement.values, of: statement.text))
        } catch {
            throw .told(error)
        }
    }

    /// Sends a command of the engine's own whose answer only must not be an error.
    func aside(_ text: String) throws(Trouble) {
        try send(try ready(Statement(text), fromCaller: false), as: .aside)
    }

    /// Sends a command of the engine's own whose answer is wanted.
    func command(_ text: String) throws(Trouble) {
        try send(try ready(Statement(text), fromCaller: false))
    }

    /// Sends a statement, preparing it first if this connection has not yet.
    func send(_ ready: ReadyStatement, as step: Step? = nil) throws(Trouble) {
        let types = ready.parameters.types, count = Int32(types.count)
        let sent: Int32
        if prepares {
            let shape: KnownText.Shape
            if let known = ready.known.shape(for: types) {
                shape = known
            } else {
                shape = try prepare(ready.known, for: types)
            }
            sent = ready.parameters.lend {
                PQsendQueryPrepared(handle, shape.name, count, $0.places, $0.lengths, $0.formats, 1)
            }
        } else {
            sent = ready.parameters.lend {
                PQsendQueryParams(handle, ready.known.rendered, count, types, $0.places, $0.lengths, $0.formats, 1)
            }
        }
        guard sent == 1 else { throw fail(.lost(nil)) }
        steps.append(step ?? .statement(ready.text))
    }

    /// Ends what is answered together, and sends it off.
    func sync() throws(Trouble) {
        for text in dropped.flatMap(\.shapes) {
            guard PQsendQueryParams(handle, "DEALLOCATE \(text.name)", 0, nil, nil, nil, nil, 1) == 1 else {
                throw fail(.lost(nil))
            }
            steps.append(.aside)
        }
        dropped = []
        guard PQpipelineSync(handle) == 1 else { throw fail(.lost(nil)) }
        steps.append(.sync)
        try flush()
    }

    /// Sends some commands with a sync behind them and waits for their answers, one for each statement.
    ///
    /// What was left unanswered before is taken in on the way; its errors are nobody's.
    func exchange(_ sending: () throws(Trouble) -> Void) throws(Trouble) -> [Reply] {
        if !prepares { try settle() }  // pgBouncer: one transaction at a time
        let owed = steps.syncs
        try sending()
        try sync()
        for _ in 0..<owed { try passOver() }
        return try answers()
    }

    /// Sends one command of the engine's own and leaves its answer for later.
    func leave(_ text: String) throws(Trouble) {
        try aside(text)
        try sync()
    }

    /// Forgets every prepared statement, here and on the server; its answer is left for later.
    func forgetPreparations() throws(Trouble) {
        texts.forgetAll()
        dropped = []
        guard prepares else { return }  // behind pgBouncer they would be somebody else's
        guard PQsendQueryParams(handle, "DEALLOCATE ALL", 0, nil, nil, nil, nil, 1) == 1 else {
            throw fail(.lost(nil))
        }
        steps.append(.aside)
        try sync()
    }

    private func prepare(_ known: KnownText, for types: [Oid]) throws(Trouble) -> KnownText.Shape {
        let shape = KnownText.Shape(name: texts.name(), types: types)
        guard PQsendPrepare(handle, shape.name, known.rendered, Int32(types.count), types) == 1 else {
            throw fail(.lost(nil))
        }
        known.shapes.append(shape)
        steps.append(.prepare(known, name: shape.name))
        return shape
    }
}
#endif
