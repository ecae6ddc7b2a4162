import Glibc
import Logging
import Primitives
import Support
import Testing

@testable import ServiceHost

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

    @Test(arguments: [0o700, 0o750, 0o755] as [mode_t])
    func `a data folder that only its owner can change is accepted`(mode: mode_t) throws {
        let path = scratchFolder()
        #expect(chmod(path, mode) == 0)
        try DataFolder(path).create()
    }

    @Test(arguments: [0o720, 0o702, 0o770, 0o777, 0o1777] as [mode_t])
    func `a data folder that others can change is refused with what to do`(mode: mode_t) {
        let path = scratchFolder()
        #expect(chmod(path, mode) == 0)
        let fault = #expect(throws: SettingsFault.self) { try DataFolder(path).create() }
        #expect(fault?.description == "the data folder \(path) can be changed by others: chmod go-w \(path)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can change the owner of a file"))
    func `a data folder and a key folder of another user are refused`() {
        let path = scratchFolder()
        #expect(chown(path, 65534, 65534) == 0)
        let fault = #expect(throws: SettingsFault.self) { try DataFolder(path).create() }
        #expect(fault?.description == "the data folder \(path) belongs to another user: chown it to this service's")
        let keys = #expect(throws: KeyFault.self) { _ = try KeyFolder(path, random: .system, makesMissing: false) }
        #expect(keys?.description == "the key folder \(path) belongs to another user: chown it to this service's")
    }

    @Test(arguments: ["", "-wal", "-shm"])
    func `a database file that others can change is refused before it is opened`(suffix: String) async throws {
        let folder = scratchFolder(), path = folder + "/auth.sqlite" + suffix
        fclose(fopen(path, "w"))
        #expect(chmod(path, 0o660) == 0)
        let common = try CommonOnly.read(flags: ["data": folder])
        let check = common.timelineCheck(log: Logger(label: "test")) { _, _, _ in }
        let fault = await #expect(throws: SettingsFault.self) {
            _ = try await common.openDatabase(check: check, whenChecked: { _ in })
        }
        #expect(fault?.description == "the database file \(path) can be changed by others: chmod go-w \(path)")
    }

    @Test func `a data folder that cannot be made is refused in one line with its path`() {
        let path = scratchFolder() + "/missing/data"
        let fault = #expect(throws: SettingsFault.self) { try DataFolder(path).create() }
        #expect(fault?.description == "the data folder \(path) cannot be made: No such file or directory")
    }
}
