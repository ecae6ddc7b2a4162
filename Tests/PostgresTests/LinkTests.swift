#if Postgres
import Glibc
import PostgresSupport
import Primitives
import SQL
import Support
import Testing

@testable import Postgres

struct LinkTests {
    private func link() async throws -> Link {
        let fresh = try await FreshDatabase(Marks.migrations, on: .local())
        return try Dial(PostgresSettings(url: fresh.url), clock: .system, onConnect: { _ in }).connect(onlyReads: false)
    }

    @Test func `a commit that the server turns into a rollback is a failure`() async throws {
        let link = try await link()
        #expect(throws: Trouble.self) {
            try link.exchange { () throws(Trouble) in
                try link.aside("BEGIN")
                try link.aside("SELECT id FROM nowhere")
            }
        }
        let answered = SQLFault.statement(text: "COMMIT", message: "the server answered ROLLBACK")
        #expect(throws: Trouble.told(answered)) { try OpenTransaction(on: link, opening: []).commit() }
        #expect(!link.isInTransaction)
    }

    @Test func `a commit that comes with a warning is not believed`() async throws {
        let link = try await link()
        let fault = #expect(throws: Trouble.self) { try OpenTransaction(on: link, opening: []).commit() }
        #expect(fault?.fault.isUnknown == true && !link.isUsable)
    }

    @Test func `an error at the sync itself is the exchange's`() async throws {
        let link = try await link()
        let late = try link.ready(Statement("INSERT INTO late VALUES (9, '23514')"))
        let fault = #expect(throws: Trouble.self) {
            try link.exchange { () throws(Trouble) in try link.send(late) }
        }
        guard case .refused(let error, _)? = fault else { Issue.record("\(String(describing: fault))"); return }
        #expect(error.state == "23514")
        let ask = try link.ready(Statement("SELECT 1"))
        #expect(try link.exchange { () throws(Trouble) in try link.send(ask) }.first?.rows.map(\.values) == [[1]])
    }

    @Test func `what is left unanswered is taken in with the next exchange, errors and all`() async throws {
        let link = try await link()
        try link.leave("SELECT id FROM nowhere")
        try link.leave("SELECT 1")
        let ask = try link.ready(Statement("SELECT 2"))
        #expect(try link.exchange { () throws(Trouble) in try link.send(ask) }.first?.rows.map(\.values) == [[2]])
        #expect(link.steps.isEmpty)
    }

    @Test func `a host that takes us in and says nothing is passed over in time`() async throws {
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
            let database = try await Postgres.open(patient)
            await database.close()
        }
        #expect(time > .milliseconds(290) && time < .seconds(30))
    }

    @Test(arguments: [
        ("SELECT $1, $2 FROM a WHERE b = $1", 2), ("SELECT '$9', \"$8\", 'it''s $7' -- $6\n, $1", 1), ("SELECT 1", 0),
        ("SELECT $10, $1, $2, $3, $4, $5, $6, $7, $8, $9", 10),
    ])
    func `parameters are counted where they are parameters`(text: String, count: Int) throws {
        #expect(try Placeholders.count(in: text, named: text) == count)
    }
}
#endif
