import Domain
import Foundation
import Primitives
import Support
import Synchronization
import Testing

@testable import AuthService

@Suite struct DeletionFileTests {
    private let file = DeletionFile(path: scratchFolder() + "/auth.deletions")

    private func tag(_ byte: UInt8) -> DeletionTag { DeletionTag([UInt8](repeating: byte, count: 32)) }

    private var size: Int { (try? Data(contentsOf: URL(fileURLWithPath: file.path)).count) ?? 0 }

    private func appendText(_ text: String) throws {
        if !FileManager.default.fileExists(atPath: file.path) {
            #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        }
        let handle = try #require(FileHandle(forWritingAtPath: file.path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    @Test func `an attempt is pending until its outcome is recorded`() async throws {
        #expect(try await file.read() == .init(done: [], pending: [], orphaned: []))
        let first = try await file.begin(tag(1)), second = try await file.begin(tag(2))
        #expect(try await file.read() == .init(done: [], pending: [first, second], orphaned: []))
        try await file.record(.done, of: first)
        try await file.record(.abandoned, of: second)
        #expect(try await file.read() == .init(done: [tag(1)], pending: [], orphaned: []))
    }

    @Test func `a deletion that is done stays done, whatever other attempts record`() async throws {
        let first = try await file.begin(tag(1)), second = try await file.begin(tag(1))
        try await file.record(.done, of: first)
        try await file.record(.abandoned, of: second)
        _ = try await file.begin(tag(1))
        for _ in 0..<2 {
            #expect(try await file.read() == .init(done: [tag(1)], pending: [], orphaned: []))
            try await file.compact(settling: [:])
        }
    }

    @Test func `an abandoned attempt leaves another attempt on the same account`() async throws {
        let first = try await file.begin(tag(1)), second = try await file.begin(tag(1))
        try await file.record(.abandoned, of: first)
        #expect(try await file.read().pending == [second])
    }

    @Test func `the attempts of another process are pending while it runs, and orphaned afterwards`() async throws {
        var other: DeletionFile? = DeletionFile(path: file.path)
        let intent = try #require(try await other?.begin(tag(1)))
        #expect(try await file.read() == .init(done: [], pending: [intent], orphaned: []))
        try await file.compact(settling: [:])
        #expect(try await file.read().pending == [intent])
        other = nil
        #expect(try await file.read() == .init(done: [], pending: [], orphaned: [intent]))
    }

    @Test func `an attempt of the writer with the lowest number is read`() async throws {
        let zeros = RandomSource { $0.initializeMemory(as: UInt8.self, repeating: 0) }
        let intent = try await DeletionFile(path: file.path, random: zeros).begin(tag(1))
        #expect(intent.word == "1.1")
        #expect(try await file.read().orphaned == [intent])
    }

    @Test func `lines of earlier versions are read`() async throws {
        let words = (1...4).map { Hex.encode(tag(UInt8($0)).bytes) }
        try appendText("intent \(words[0])\nintent \(words[1])\nabandoned \(words[1])\nintent \(words[2])\n")
        try appendText("done \(words[2])\nabandoned \(words[2])\nintent \(words[3]) 5\nintent \(words[3]) 0.1\n")
        let contents = try await file.read()
        #expect(contents.done == [tag(3)] && contents.pending.isEmpty)
        #expect(contents.orphaned.map(\.tag) == [tag(1)])
    }

    @Test func `the index key of a tag is kept through attempts, outcomes and compaction`() async throws {
        let two = DeletionTag(tag(1).bytes, key: 2), first = tag(2)
        let intent = try await file.begin(two)
        #expect(try await file.read().pending.map(\.tag.key) == [2])
        try await file.record(.done, of: intent)
        try await file.record(.done, of: try await file.begin(first))
        for _ in 0..<2 {
            #expect(Set(try await file.read().done.map { [$0 == two ? 1 : 2, $0.key] }) == [[1, 2], [2, 1]])
            try await file.compact(settling: [:])
        }
        // Lines of deletions under the first key are those of earlier versions.
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(
            text.split(separator: "\n").sorted() == [
                "done \(Hex.encode(two.bytes))", "done \(Hex.encode(first.bytes))", "key \(Hex.encode(two.bytes)) 2",
            ])
    }

    @Test func `a line that a crash cut off is ignored, and the next one is whole`() async throws {
        let first = try await file.begin(tag(1))
        try appendText("done 0101")
        #expect(try await file.read().pending == [first])
        try await file.record(.done, of: try await file.begin(tag(2)))
        #expect(try await file.read() == .init(done: [tag(2)], pending: [first], orphaned: []))
    }

    @Test func `the first line is whole after a crash that left one byte`() async throws {
        try appendText("d")
        let intent = try await file.begin(tag(1))
        #expect(try await file.read().pending == [intent])
    }

    /// A pipe accepts the line but cannot be synced to a disk.
    @Test func `a line that may not be on the disk is a fault`() async throws {
        #expect(mkfifo(file.path, 0o600) == 0)
        await #expect(throws: DeletionFileFault.self) { try await file.begin(tag(1)) }
    }

    @Test func `a file that another process has locked is a fault after ten seconds`() async throws {
        let lock = open(file.path + ".lock", O_RDWR | O_CREAT, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let waited = Mutex(Duration.zero)
        let context = TaskContext(executor: nil) { pause in waited.withLock { $0 += pause } }
        let fault = await TaskContext.$current.withValue(context) {
            await #expect(throws: DeletionFileFault.self) { try await file.begin(tag(1)) }
        }
        #expect(fault?.description.contains("10 s") == true)
        #expect(waited.withLock { $0 } == .seconds(10))
    }

    @Test func `compaction leaves one line for each deletion`() async throws {
        for number in 1...3 {
            let intent = try await file.begin(tag(UInt8(number)))
            try await file.record(number == 3 ? .abandoned : .done, of: intent)
        }
        let intent = try await file.begin(tag(4))
        try await file.compact(settling: [intent: .done])
        #expect(try await file.read() == .init(done: [tag(1), tag(2), tag(4)], pending: [], orphaned: []))
        #expect(size == 3 * 70)
        _ = try await file.begin(tag(5))
        #expect(try await file.read().pending.count == 1)
    }

    @Test func `only the owner may read and write the files`() async throws {
        let intent = try await file.begin(tag(1))
        for isCompacted in [false, true] {
            if isCompacted { try await file.compact(settling: [intent: .done]) }
            for end in ["", ".lock", ".writers"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: file.path + end)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(end), compacted: \(isCompacted)")
            }
        }
    }

    @Test func `a file that cannot be written is named in one line`() async throws {
        let absent = DeletionFile(path: scratchFolder() + "/absent/auth.deletions")
        let fault = await #expect(throws: DeletionFileFault.self) { try await absent.begin(tag(1)) }
        #expect(fault?.description.contains("/absent/auth.deletions") == true)
        #expect(fault?.description.contains("\n") == false)
    }

    @Test func `whether the file can be written is found out without changing anything`() throws {
        try file.checkWritable()
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try appendText("")
        try file.checkWritable()
        #expect(throws: DeletionFileFault.self) {
            try DeletionFile(path: scratchFolder() + "/absent/auth.deletions").checkWritable()
        }
        for end in ["", ".lock"] {
            let blocked = DeletionFile(path: scratchFolder() + "/auth.deletions")
            mkdir(blocked.path + end, 0o700)
            #expect(throws: DeletionFileFault.self) { try blocked.checkWritable() }
        }
    }

    /// More tasks than the machine has threads wait for the file while another process has it locked, and one more task
    /// releases the lock: none of them blocks a thread.
    @Test func `waiting for another process blocks no thread`() async throws {
        let lock = open(file.path + ".lock", O_RDWR | O_CREAT, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        let tags = (1...64).map { tag(UInt8($0)) }
        try await withThrowingTaskGroup { group in
            for tag in tags { group.addTask { _ = try await file.begin(tag) } }
            group.addTask { close(lock) }
            try await group.waitForAll()
        }
        #expect(try await file.read().pending.count == 64)
    }
}
