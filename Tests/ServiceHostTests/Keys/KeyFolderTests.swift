import Cryptography
import Glibc
import Primitives
import ServiceHost
import Support
import Testing

@Suite struct KeyFolderTests {
    /// Makes a folder with one file `a.key` and returns its path.
    private static func folder(_ bytes: [UInt8], mode: mode_t = 0o400) throws -> String {
        let folder = scratchFolder()
        let file = try #require(fopen(folder + "/a.key", "w"))
        _ = fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        chmod(folder + "/a.key", mode)
        return folder
    }

    private static func open(_ path: String, makesMissing: Bool = false) throws(KeyFault) -> KeyFolder {
        try KeyFolder(path, random: SeededRandom().random, makesMissing: makesMissing)
    }

    private static let key = [UInt8](1...32)

    @Test(arguments: [0o400, 0o600] as [mode_t])
    func `a key that only its owner can read is accepted`(mode: mode_t) throws {
        let folder = try Self.open(Self.folder(Self.key, mode: mode))
        #expect(try folder.secret("a") == Key256(Self.key))
        #expect(folder.files(endingIn: ".key") == ["a.key"])
    }

    @Test(.requirement("K4"), arguments: [0o440, 0o404, 0o644, 0o620, 0o602, 0o601] as [mode_t])
    func `a key that others can access is refused, with the command that corrects its mode`(mode: mode_t) throws {
        let path = try Self.folder(Self.key, mode: mode)
        let fault = #expect(throws: KeyFault.self) { try Self.open(path).secret("a") }
        #expect(fault?.description == "the key file \(path)/a.key can be read by others: chmod 0400 \(path)/a.key")
    }

    @Test(arguments: ["auth.service.pem", "vault.peer.pub", "auth.index.key"], [0o640, 0o604, 0o622] as [mode_t])
    func `the rule about modes holds for every file of the folder`(name: String, mode: mode_t) throws {
        let path = try Self.folder(Self.key)
        rename(path + "/a.key", "\(path)/\(name)")
        #expect(try Self.open(path).bytes(name, count: nil) { _ in [] } == Self.key)
        chmod("\(path)/\(name)", mode)
        let fault = #expect(throws: KeyFault.self) { try Self.open(path).bytes(name, count: nil) { _ in [] } }
        #expect(fault?.description.contains("chmod 0400 \(path)/\(name)") == true)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can change the owner of a file"))
    func `a key of another user is refused`() throws {
        let path = try Self.folder(Self.key)
        chown(path + "/a.key", 65534, 65534)
        let fault = #expect(throws: KeyFault.self) { try Self.open(path).secret("a") }
        #expect(fault?.description.contains("belongs to another user") == true)
    }

    /// The effective user may search a folder that it has already entered, whoever owns the folders above.
    @Test(.enabled(if: geteuid() == 0, "only root can change the owner of a file"))
    func `a service that does not run as root reads the keys of its own user`() async {
        await #expect(processExitsWith: .success) {
            let path = try KeyFolderTests.folder(KeyFolderTests.key)
            for file in [path, path + "/a.key"] { chown(file, 65534, 65534) }
            try #require(chdir(path) == 0 && seteuid(65534) == 0)
            defer { seteuid(0) }
            let own = try KeyFolderTests.open(".").secret("a")
            #expect(own == Key256(KeyFolderTests.key))
        }
    }

    @Test func `a file of up to 16 KiB is read as a whole, and a longer one is refused`() throws {
        let bytes = [UInt8](repeating: 7, count: 16_384)
        #expect(try Self.open(Self.folder(bytes)).bytes("a.key", count: nil) { _ in [] } == bytes)
        let longer = try Self.folder(bytes + [7])
        let fault = #expect(throws: KeyFault.self) { try Self.open(longer).bytes("a.key", count: nil) { _ in [] } }
        #expect(fault?.description.contains("is longer than 16384 bytes") == true)
    }

    @Test(.requirement("K4"), arguments: [31, 33, 16_385])
    func `a key that is too short or too long is refused`(count: Int) throws {
        let path = try Self.folder([UInt8](repeating: 7, count: count))
        let fault = #expect(throws: KeyFault.self) { try Self.open(path).secret("a") }
        #expect(fault?.description.contains("\(path)/a.key") == true)
        #expect(fault?.description.contains("\n") == false)
    }

    @Test func `an empty file, a folder and a pipe are refused`() throws {
        let empty = try Self.folder([])
        #expect(throws: KeyFault.self) { try Self.open(empty).secret("a") }
        mkdir(empty + "/b.key", 0o700)
        #expect(throws: KeyFault.self) { try Self.open(empty).secret("b") }
        mkfifo(empty + "/c.key", 0o600)
        #expect(throws: KeyFault.self) { try Self.open(empty).secret("c") }
    }

    @Test func `a missing key is made only in a demonstration`() throws {
        let path = scratchFolder()
        let fault = #expect(throws: KeyFault.self) { try Self.open(path).secret("a") }
        #expect(fault?.description.contains("\(path)/a.key is missing") == true)
        #expect(try Self.open(path).files(endingIn: "").filter { !$0.hasPrefix(".") } == [])
        let made = try Self.open(path, makesMissing: true).secret("a")
        var status = stat()
        #expect(stat(path + "/a.key", &status) == 0 && status.st_mode & 0o777 == 0o600)
        // An existing file is read and not made again: a source with another seed does not change the key.
        #expect(try Self.open(path).secret("a") == made)
        #expect(try KeyFolder(path, random: SeededRandom(seed: 9).random, makesMissing: true).secret("a") == made)
        #expect(try Self.open(path).files(endingIn: "").filter { !$0.hasPrefix(".") } == ["a.key"])
        _ = try Self.open(path, makesMissing: true).bytes("a.key", count: 32) { _ in
            Issue.record("the content of an existing file was generated")
            return []
        }
    }

    @Test func `the folder must exist, and only its owner may write to it`() throws {
        let path = scratchFolder()
        #expect(throws: KeyFault.self) { try Self.open(path + "/keys") }
        _ = try Self.open(path + "/keys", makesMissing: true)
        var status = stat()
        #expect(stat(path + "/keys", &status) == 0 && status.st_mode & 0o777 == 0o700)
        for mode in [0o720, 0o702, 0o770] as [mode_t] {
            chmod(path + "/keys", mode)
            let fault = #expect(throws: KeyFault.self) { try Self.open(path + "/keys") }
            #expect(
                fault?.description == "the key folder \(path)/keys can be changed by others: chmod 0700 \(path)/keys")
        }
        chmod(path + "/keys", 0o755)
        _ = try Self.open(path + "/keys")
    }

    @Test func `tasks that make one file at once read the same key`() async throws {
        let path = scratchFolder()
        let keys = try await withThrowingTaskGroup(of: Key256.self) { group in
            for seed in 1...16 {
                group.addTask {
                    try KeyFolder(path, random: SeededRandom(seed: UInt64(seed)).random, makesMissing: true).secret("a")
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let kept = try Self.open(path).secret("a")
        #expect(keys.count == 16 && keys.allSatisfy { $0 == kept })
    }

    @Test func `two processes that make one file read the same key`() async throws {
        let path = scratchFolder()
        async let first: Void = Self.maker(path, "1")
        async let second: Void = Self.maker(path, "2")
        _ = await (first, second)
        let folder = try Self.open(path)
        let kept = try folder.bytes("a.key", count: 32) { _ in [] }
        #expect(try folder.bytes("saw.1", count: 32) { _ in [] } == kept)
        #expect(try folder.bytes("saw.2", count: 32) { _ in [] } == kept)
        #expect(folder.files(endingIn: "").filter { !$0.hasPrefix(".") } == ["a.key", "saw.1", "saw.2"])
    }

    /// Starts a process that makes the key and records what it read.
    private static func maker(_ path: String, _ number: String) async {
        await #expect(processExitsWith: .success) { [path = path as String, number = number as String] in
            let folder = try KeyFolder(path, random: .system, makesMissing: true)
            let seen = try folder.bytes("a.key", count: 32) { $0.bytes(32) }
            _ = try folder.bytes("saw.\(number)", count: 32) { _ in seen }
        }
    }
}
