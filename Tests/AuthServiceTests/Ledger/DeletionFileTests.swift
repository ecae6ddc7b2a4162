import AuthService
import Domain
import Foundation
import Support
import Testing

@Suite struct DeletionFileTests {
    private let file = DeletionFile(path: scratchFolder() + "/auth.deletions")

    private func tag(_ byte: UInt8) -> DeletionTag { DeletionTag([UInt8](repeating: byte, count: 32)) }

    private var size: Int { (try? Data(contentsOf: URL(fileURLWithPath: file.path)).count) ?? 0 }

    @Test func `the last step of each tag counts`() throws {
        #expect(try file.read() == [:])
        try file.append(.intent, tag(1))
        try file.append(.intent, tag(2))
        try file.append(.done, tag(1))
        #expect(try file.read() == [tag(1): .done, tag(2): .intent])
    }

    @Test func `a line that a crash cut off is ignored, and the next one is whole`() throws {
        try file.append(.intent, tag(1))
        let handle = try #require(FileHandle(forWritingAtPath: file.path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("done 0101".utf8))
        try handle.close()
        #expect(try file.read() == [tag(1): .intent])
        try file.append(.done, tag(2))
        #expect(try file.read() == [tag(1): .intent, tag(2): .done])
    }

    @Test func `compaction leaves one line for each deletion`() throws {
        for number in 1...3 {
            try file.append(.intent, tag(UInt8(number)))
            try file.append(number == 3 ? .abandoned : .done, tag(UInt8(number)))
        }
        try file.append(.intent, tag(4))
        try file.compact(settling: [tag(4): .done, tag(1): .abandoned])
        #expect(try file.read() == [tag(1): .done, tag(2): .done, tag(4): .done])
        #expect(size == 3 * 70)
        try file.append(.intent, tag(5))
        #expect(try file.read().count == 4)
    }

    @Test func `a file that cannot be written is named in one line`() throws {
        let absent = DeletionFile(path: scratchFolder() + "/absent/auth.deletions")
        let fault = #expect(throws: DeletionFileFault.self) { try absent.append(.intent, tag(1)) }
        #expect(fault?.description.contains("/absent/auth.deletions") == true)
        #expect(fault?.description.contains("\n") == false)
    }
}
