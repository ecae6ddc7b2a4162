#if Postgres
import Glibc
import Postgres
import PostgresSupport
import SQL
import Support
import Testing

struct SettingsTests {
    /// Opens and closes a database, and returns the text of the error, or "it opened".
    private func fault(_ url: String, _ change: (inout PostgresSettings) -> Void = { _ in }) async -> String {
        var settings = PostgresSettings(url: url)
        settings.waitLimit = .seconds(60)
        change(&settings)
        do {
            let database = try await PostgresDatabase.open(settings)
            await database.close()
            return "it opened"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        "postgres://user:canary@host/name", "postgres://user@host/name?password=canary",
        "postgres://u:canary@:bad port:/",
        "host=here password=canary",
    ])
    func `a password in the URL is refused and never printed`(url: String) async {
        let message = await fault(url)
        #expect(message.contains("URL") && !message.contains("canary"))
    }

    @Test func `a setting out of its bounds is reported with its name`() async {
        #expect(await fault("postgres://h/n") { $0.poolSize = 65 }.contains("poolSize is 65; set it between 1 and 64"))
        #expect(await fault("postgres://h/n") { $0.statementTimeout = .zero }.contains("statementTimeout"))
        #expect(await fault("postgres://h/n") { $0.lockTimeout = .seconds(4_000) }.contains("lockTimeout"))
        #expect(await fault("postgres://h/n") { $0.applicationName = "" }.contains("applicationName"))
    }

    @Test func `the session's settings apply with and without start-up options`() async throws {
        for prepared in [true, false] {
            let database = try await FreshDatabase(on: .local()).open {
                $0.preparesStatements = prepared
                $0.statementTimeout = .milliseconds(1_234)
                $0.applicationName = "marks"
            }
            let names = [
                "synchronous_commit", "statement_timeout", "lock_timeout", "client_encoding", "application_name",
            ]
            let values = try await database.write { transaction in
                try names.map { try transaction.run(Statement("SELECT current_setting($1)", .text($0)))[0].text(0) }
            }
            #expect(values == ["on", "1234ms", "1500ms", "UTF8", "marks"])
            await database.close()
        }
    }

    @Test func `a password comes from a file, and a missing, public or wrong one is reported`() async throws {
        let cluster = try TestCluster.local(), path = scratchFolder() + "/password"
        let url = cluster.url(of: "postgres", user: "sealed")
        #expect((await fault(url)).contains("password"))
        #expect(await fault(url) { $0.passwordFile = path }.contains("cannot be read"))
        try write("wrong\n", to: path)
        chmod(path, 0o640)
        #expect(await fault(url) { $0.passwordFile = path }.contains("chmod 0400"))
        chmod(path, 0o600)
        let wrong = await took { #expect(await fault(url) { $0.passwordFile = path }.contains("check the password")) }
        #expect(wrong < .seconds(30))
        try write("open sesame\n", to: path)
        var settings = PostgresSettings(url: url)
        settings.passwordFile = path
        let database = try await PostgresDatabase.open(settings)
        await database.close()
    }

    @Test func `a database that does not exist is reported at once`() async throws {
        let url = try TestCluster.local().url(of: "nowhere")
        let time = await took {
            let message = await fault(url)
            #expect(message.contains("create it"))
        }
        #expect(time < .seconds(120))
    }

    @Test func `a server that cannot be reached is reported with its host, in time`() async throws {
        let time = await took {
            let message = await fault("postgres://me@/n?host=/nowhere") { $0.waitLimit = .seconds(1) }
            #expect(message.contains("/nowhere"))
        }
        #expect(time < .seconds(120))
    }

    @Test func `a host that cannot be reached is skipped`() async throws {
        let cluster = try TestCluster.local()
        var settings = PostgresSettings(
            url: "postgres://postgres@/postgres?host=/nowhere,\(cluster.folder)&port=1,5432")
        settings.waitLimit = .seconds(1)
        let database = try await PostgresDatabase.open(settings)
        #expect(try await database.select(Statement("SELECT 1")).count == 1)
        await database.close()
    }

    private func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw SQLFault.unavailable(path) }
        defer { fclose(file) }
        fputs(text, file)
    }
}
#endif
