import Glibc
import StrictJSON
import Support
import Testing

/// The program `latchkey`: imports of unreadable files, a repeated list, and profiles that do not open.
@Suite struct ProgramTests {
    private let folder = scratchFolder()

    @Test func `an import of a file that cannot be read to its end is refused`() throws {
        try refuses("import", folder, saying: "cannot be read: Is a directory")
        try refuses("import", folder + "/none.txt", saying: "cannot be read: No such file")
        let large = folder + "/large.txt"
        let file = open(large, O_WRONLY | O_CREAT, 0o600)
        #expect(ftruncate(file, 16 << 20 + 1) == 0)
        close(file)
        try refuses("import", large, saying: "is over 16 MiB")
    }

    @Test func `a repeated list prints one line of JSON each time`() throws {
        let child = try latchkey("list", "--watch")
        for _ in 0..<2 {
            let line = try JSON(parsing: child.line().filter { $0 != "\n" })
            #expect(line["entries"] == [] && line["atMs"] != nil)
        }
    }

    @Test func `a command waits for another that has the profile open, and reports one that does not end`() throws {
        let watching = try latchkey("list", "--watch")
        _ = watching.line()
        let refused = try JSON(parsing: latchkey("list").rest().filter { $0 != "\n" })
        #expect(refused["sentence"]?.string?.hasPrefix("Another latchkey command has the profile") == true)
        let waiting = try latchkey("list")
        usleep(300_000)
        watching.kill()
        #expect(try JSON(parsing: waiting.rest().filter { $0 != "\n" })["entries"] == [])
    }

    @Test func `a command whose output cannot be written says so, and fails`() throws {
        let words = [try Self.program(), "standing", "--profile", folder + "/profile"]
        let child = try ChildProcess(["sh", "-c", "\"$0\" \"$@\" > /dev/full || echo failed"] + words)
        #expect(child.rest() == "failed\n")
    }

    @Test func `no new key is made for a store whose key is missing`() throws {
        _ = try latchkey("add", "otpauth://totp/K:ada?secret=JBSWY3DPEHPK3PXP&issuer=K").rest()
        let key = folder + "/profile/platform.key"
        #expect(rename(key, key + ".away") == 0)
        let answer = try JSON(parsing: latchkey("list").rest().filter { $0 != "\n" })
        #expect(answer["fault"] == "profile" && answer["sentence"]?.string?.contains("Restore platform.key") == true)
        #expect(access(key, F_OK) != 0 && rename(key + ".away", key) == 0)
        #expect(try JSON(parsing: latchkey("list").rest().filter { $0 != "\n" })["entries"]?.array?.count == 1)
    }

    @Test func `a share that a killed command has written in part is erased by the next one`() throws {
        _ = try latchkey("standing").rest()
        let left = folder + "/profile/unlock.share.new"
        let file = open(left, O_WRONLY | O_CREAT, 0o600)
        #expect(write(file, "{\"share\":1}", 11) == 11)
        close(file)
        _ = try latchkey("standing").rest()
        #expect(access(left, F_OK) != 0)
    }

    @Test func `a PIN is read from standard input, and is no argument`() throws {
        for (input, words, fault) in [("123456\\n", ["pin", "set"], "pinRefused"), ("", ["unlock"], "argument")] {
            let shell = ["sh", "-c", "printf '\(input)' | \"$0\" \"$@\" || true", try Self.program()]
            let child = try ChildProcess(shell + words + ["--json", "--profile", folder + "/profile"])
            #expect(try JSON(parsing: child.rest().filter { $0 != "\n" })["fault"] == .string(fault))
        }
        #expect(try latchkey("login", "--pin", "482915").rest().isEmpty)
    }

    private func refuses(_ words: String..., saying sentence: String) throws {
        let answer = try JSON(parsing: latchkey(words).rest().filter { $0 != "\n" })
        #expect(answer["fault"] == "argument")
        #expect(answer["sentence"]?.string?.contains(sentence) == true, "\(answer.text)")
    }

    private func latchkey(_ words: String...) throws -> ChildProcess { try latchkey(words) }

    private func latchkey(_ words: [String]) throws -> ChildProcess {
        try ChildProcess([Self.program()] + words + ["--json", "--profile", folder + "/profile"])
    }

    /// The path of the program, which is beside that of the tests.
    private static func program() throws -> String {
        var path = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        let tests = String(decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return tests.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/latchkey"
    }
}
