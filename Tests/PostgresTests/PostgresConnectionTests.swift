#if Postgres
import Glibc
import PostgresSupport
import Primitives
import SQL
import Support
import Testing

@testable import Postgres

struct PostgresConnectionTests {
    private func connection() async throws -> PostgresConnection {
        let fresh = try await FreshDatabase(TestSchema.migrations, on: .local())
        return try Connector(PostgresSettings(url: fresh.url), clock: .system, onConnect: { _ in }).connect(
            readOnly: false)
    }

    @Test func `a commit that the server turns into a rollback is a failure`() async throws {
        let connection = try await connection()
        #expect(throws: ConnectionFailure.self) {
            try connection.exchange { () throws(ConnectionFailure) in
                try connection.sendInternal("BEGIN")
                try connection.sendInternal("SELECT id FROM nowhere")
            }
        }
        let answered = SQLFault.statement(text: "COMMIT", message: "the server answered ROLLBACK")
        #expect(throws: ConnectionFailure.local(answered)) { try OpenTransaction(on: connection, opening: []).commit() }
        #expect(!connection.isInTransaction)
    }

    @Test func `a commit with a warning is reported as an unknown outcome`() async throws {
        let connection = try await connection()
        let fault = #expect(throws: ConnectionFailure.self) {
            try OpenTransaction(on: connection, opening: []).commit()
        }
        #expect(fault?.fault.isUnknown == true && !connection.isUsable)
    }

    @Test func `an error that the server reports only at the sync message fails the exchange`() async throws {
        let connection = try await connection()
        let late = try connection.check(Statement("INSERT INTO late VALUES (9, '23514')"))
        let fault = #expect(throws: ConnectionFailure.self) {
            try connection.exchange { () throws(ConnectionFailure) in try connection.send(late) }
        }
        guard case .refused(let error, _)? = fault else { Issue.record("\(String(describing: fault))"); return }
        #expect(error.state == "23514")
        let ask = try connection.check(Statement("SELECT 1"))
        #expect(
            try connection.exchange { () throws(ConnectionFailure) in try connection.send(ask) }.first?.rows.map(
                \.values) == [[1]])
    }

    @Test func `replies that were not waited for are received with the next exchange, errors included`() async throws {
        let connection = try await connection()
        try connection.sendWithoutWaiting("SELECT id FROM nowhere")
        try connection.sendWithoutWaiting("SELECT 1")
        let ask = try connection.check(Statement("SELECT 2"))
        #expect(
            try connection.exchange { () throws(ConnectionFailure) in try connection.send(ask) }.first?.rows.map(
                \.values) == [[2]])
        #expect(connection.pendingReplies.first == nil)
    }

    @Test func `all replies that the server owes can be received without a further exchange`() async throws {
        let connection = try await connection()
        for _ in 1...2 { try connection.sendWithoutWaiting("SELECT 1") }
        try connection.receivePendingReplies()
        try #require(connection.pendingReplies.first == nil)
        try connection.receivePendingReplies()
        #expect(connection.isUsable && connection.pendingReplies.syncCount == 0)
    }

    @Test func `a signal that ended the wait of an idle connection is cleared`() async throws {
        let connection = try await connection(), signal = try ThreadSignal()
        signal.send()
        connection.idle(until: signal)
        var watched = pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&watched, 1, 0) == 0 && connection.isUsable)
    }

    @Test func `a host that accepts the connection and stays silent is skipped in time`() async throws {
        let silent = scratchFolder(), listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(CuttingProxy.address(silent + "/.s.PGSQL.5432") { bind(listener, $0, $1) } == 0)
        listen(listener, 8)
        defer { close(listener) }
        var settings = PostgresSettings(url: try TestCluster.local().url)
        settings.url = settings.url.replacing("host=", with: "host=\(silent),")
        settings.connectTimeout = .milliseconds(300)
        settings.waitLimit = .seconds(60)
        let patient = settings
        let time = try await took {
            let database = try await PostgresDatabase.open(patient)
            await database.close()
        }
        #expect(time > .milliseconds(290) && time < .seconds(120))
    }

    @Test(arguments: [(Duration.nanoseconds(1), true), (.zero, false)])
    func `a host may take until shortly before the end of its timeout to accept`(left: Duration, isAccepted: Bool)
        throws
    {
        let settings = PostgresSettings(url: try TestCluster.local().url), start = SteadyClock.system.now
        let isBegun = SharedValue(false)
        // The first reading begins the attempt.
        let clock = SteadyClock {
            defer { isBegun.change { $0 = true } }
            return isBegun.value ? start + (settings.connectTimeout - left) : start
        }
        let connector = try Connector(settings, clock: clock, onConnect: { _ in })
        if isAccepted {
            #expect(try connector.connect(readOnly: false).isUsable)
        } else {
            let failure = #expect(throws: ConnectAttemptFailure.self) { try connector.connect(readOnly: false) }
            #expect(failure?.fault.description.contains("did not accept the connection within 2.0 seconds") == true)
            #expect(failure?.isLasting == false)
        }
    }

    @Test func `a connection that closes without a message of the server is lost, and no error of the statement`()
        async throws
    {
        let fresh = try await FreshDatabase(on: .local())
        let proxy = CuttingProxy(in: scratchFolder(), to: fresh.cluster.folder) { .after }
        defer { proxy.stop() }
        let settings = PostgresSettings(url: fresh.url.replacing(fresh.cluster.folder, with: proxy.folder))
        let connection = try Connector(settings, clock: .system, onConnect: { _ in }).connect(readOnly: false)
        let cut = try connection.check(Statement("SELECT 1 AS COMMIT"))
        let failure = #expect(throws: ConnectionFailure.lost(nil)) {
            try connection.exchange { () throws(ConnectionFailure) in try connection.send(cut) }
        }
        #expect(failure?.fault.isUnavailable == true && !connection.isUsable)
    }

    @Test(arguments: [
        ("SELECT $1, $2 FROM a WHERE b = $1", 2), ("SELECT '$9', \"$8\", 'it''s $7' -- $6\n, $1", 1), ("SELECT 1", 0),
        ("SELECT $10, $1, $2, $3, $4, $5, $6, $7, $8, $9", 10),
    ])
    func `parameters are not counted inside literals and comments`(text: String, count: Int) throws {
        #expect(try Placeholders.count(in: text, of: text) == count)
    }
}
#endif
