import ServiceHost
import Testing

@Suite struct DatabaseAddressTests {
    @Test(arguments: [
        (String?.none, DatabaseAddress.sqlite(path: "data/auth.sqlite")),
        ("", .sqlite(path: "data/auth.sqlite")),
        ("sqlite:/var/lib/a.sqlite", .sqlite(path: "/var/lib/a.sqlite")),
        ("postgres://auth@db/auth", .postgres(url: "postgres://auth@db/auth")),
        ("postgresql://auth@a,b/auth", .postgres(url: "postgresql://auth@a,b/auth")),
    ])
    func `the setting names a file or a server`(text: String?, address: DatabaseAddress) throws {
        #expect(try DatabaseAddress(text, absent: "data/auth.sqlite") == address)
    }

    @Test(arguments: ["sqlite:", "auth.sqlite", "mysql://u:secret@h/d", "POSTGRES://h/d"])
    func `anything else is refused in one line that does not repeat it`(text: String) {
        let fault = #expect(throws: SettingsFault.self) { try DatabaseAddress(text, absent: "a") }
        #expect(fault?.description.contains("sqlite:PATH") == true && fault?.description.contains("secret") == false)
    }
}
