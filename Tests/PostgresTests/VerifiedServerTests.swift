#if Postgres
import SQL
import Testing

@testable import Postgres

struct VerifiedServerTests {
    /// Returns true if the URL is refused because it names another host without verifying it.
    private func isRefused(_ url: String, trusts: Bool = false) -> Bool {
        var settings = PostgresSettings(url: url)
        settings.trustsNetwork = trusts
        do throws(SQLFault) {
            _ = try ConnectionTarget(settings)
            return false
        } catch { return "\(error)".contains("sslmode=verify-full") }
    }

    @Test(arguments: [
        "postgres://a@127.0.0.1/n", "postgres://a@[::1]:5432/n", "postgres://a@localhost/n", "postgres://a@/n",
        "postgres://a@/n?host=/run/postgresql", "postgres://a@/n?host=/a,127.0.0.1", "postgres://a@%2Frun/n",
        "postgres://a@db.test/n?hostaddr=127.0.0.1",
    ])
    func `a server on this host needs no certificate`(url: String) {
        #expect(!isRefused(url))
    }

    @Test(arguments: [
        "postgres://a@db.test/n", "postgres://a@10.0.0.1/n", "postgres://a@127.0.0.1,db.test/n",
        "postgres://a@/n?host=/a,10.0.0.1", "postgres://a@localhost/n?hostaddr=10.0.0.1",
        "postgres://a@db.test/n?sslmode=require",
        "postgres://a@db.test/n?sslmode=verify-ca", "postgres://a@db.test/n?sslmode=prefer",
        "postgres://a@/n?service=x",
        "postgres://a@127.0.0.1.evil.test/n", "postgres://a@[2001:db8::1]/n",
    ])
    func `another host is refused, unless its certificate is verified or the network is trusted`(url: String) {
        #expect(isRefused(url))
        #expect(!isRefused(url, trusts: true))
        let base = url.split(separator: "?")
        let others = base.count > 1 ? base[1].split(separator: "&").filter { !$0.hasPrefix("sslmode") } : []
        let verified = "\(base[0])?" + (others + ["sslmode=verify-full"]).joined(separator: "&")
        #expect(!isRefused(verified))
    }
}
#endif
