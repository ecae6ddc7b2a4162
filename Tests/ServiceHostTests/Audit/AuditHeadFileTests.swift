import Audit
import Glibc
import Primitives
import Support
import Testing

@testable import ServiceHost

@Suite struct `The file with the end of an audit log` {
    private let folder = scratchFolder()
    private var file: AuditHeadFile { AuditHeadFile(path: folder + "/auth.audit-head") }

    private func head(_ number: Int, _ digit: Character = "5") throws -> AuditHead {
        try #require(AuditHead("\(number):\(String(repeating: digit, count: 64))"))
    }

    @Test func `holds the latest end that was recorded, and never an earlier one`() throws {
        #expect(try file.read() == nil)
        for number in [3, 7, 5, 7] { try file.record(head(number)) }
        #expect(try file.read() == head(7))
    }

    @Test func `holds an earlier end once it was accepted`() throws {
        let record = file.recordedHead
        #expect(try record.read() == nil)
        try record.advance(head(7))
        try record.advance(head(6))
        #expect(try record.read() == head(7))
        try record.replace(head(6))
        #expect(try record.read() == head(6))
    }

    @Test(arguments: ["", "7", "7:55\n", "no head\n", "7:\(String(repeating: "5", count: 64)) "])
    func `that holds something else is named`(text: String) throws {
        let descriptor = open(file.path, O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
        let fault = #expect(throws: AuditHeadFault.self) { try file.read() }
        #expect(fault?.description.contains(file.path) == true)
    }

    @Test func `that cannot be written is named`() throws {
        let nowhere = AuditHeadFile(path: scratchFolder() + "/missing/auth.audit-head")
        let fault = #expect(throws: AuditHeadFault.self) { try nowhere.record(head(1)) }
        #expect(fault?.description.contains(nowhere.path) == true)
    }

    @Test func `is found to be writable or not before anything is written`() throws {
        try file.record(head(7))
        try file.recordedHead.checkWritable()
        #expect(try file.read() == head(7))
        #expect(FolderListing.names(in: folder) == [".", "..", "auth.audit-head"])
        let nowhere = AuditHeadFile(path: folder + "/missing/auth.audit-head")
        let fault = #expect(throws: AuditHeadFault.self) { try nowhere.recordedHead.checkWritable() }
        #expect(fault?.description.contains("\(nowhere.path) cannot be written") == true)
    }
}
