import Glibc
import ServiceHost
import Support
import Testing

@Suite struct DataFolderTests {
    private static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test func `a missing data folder is made for this user alone`() throws {
        let path = scratchFolder() + "/data"
        try DataFolder(path).create()
        #expect(Self.mode(path) == 0o700)
    }

    @Test func `the mode of an existing data folder is kept`() throws {
        let path = scratchFolder()
        #expect(chmod(path, 0o750) == 0)
        try DataFolder(path).create()
        #expect(Self.mode(path) == 0o750)
    }

    @Test func `a data folder that cannot be made is refused in one line with its path`() {
        let path = scratchFolder() + "/missing/data"
        let fault = #expect(throws: SettingsFault.self) { try DataFolder(path).create() }
        #expect(fault?.description == "the data folder \(path) cannot be made: No such file or directory")
    }
}
