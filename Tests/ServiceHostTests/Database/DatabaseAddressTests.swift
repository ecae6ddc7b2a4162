import Testing

@testable import ServiceHost

@Suite struct DatabaseAddressTests {
    @Test(arguments: [
        ("", DatabaseAddress.sqlite(path: "data/auth.sqlite")),
        ("sqlite:/var/lib/a.sqlite", .sqlite(path: "/var/lib/a.sqlite")),
        ("postgres://auth@db/auth", .postgres(url: "postgres://auth@db/auth")),
        ("postgresql://auth@a,b/auth", .postgres(url: "postgresql://auth@a,b/auth")),
    ])
    func `the setting is the path of a SQLite file or the URL of a PostgreSQL server`(
        text: String, address: DatabaseAddress
    ) throws {
        #expect(try CommonOnly.read(flags: ["database": text]).database == address)
    }
}
