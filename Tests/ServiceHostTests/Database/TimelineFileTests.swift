import Primitives
import SQL
import Support
import Testing

@testable import ServiceHost

@Suite struct TimelineFileTests {
    private let position = TimelinePosition(system: -7, timeline: 1, position: 100)

    @Test(
        arguments: [
            (nil, nil), (GenerationID(bits: 5), nil), (nil, FileIdentity(device: 3, inode: 4)),
            (GenerationID(bits: 5), FileIdentity(device: .max, inode: .max)),
        ] as [(GenerationID?, FileIdentity?)])
    func `the file is read as it was written`(generation: GenerationID?, identity: FileIdentity?) throws {
        let file = TimelineFile(path: scratchFolder() + "/vault.lineage")
        #expect(try file.read() == nil)
        let record = TimelineRecord(position: position, generation: generation, file: identity)
        try file.write(record)
        #expect(try file.read() == record)
    }

    @Test(arguments: ["", "7 1", "7 1 x", "7 1 9 - ", "7 1 9 - 3", "7 1 9 zz -", "7 1 9 - - -"])
    func `a damaged file is refused`(text: String) throws {
        let file = TimelineFile(path: scratchFolder() + "/vault.lineage")
        #expect(SmallFile.replace(file.path, with: Array(text.utf8)))
        #expect(throws: SettingsFault.self) { try file.read() }
    }

    @Test func `a file of an earlier version is read from the data folder until there is one in the key folder`() throws
    {
        let folder = scratchFolder()
        let file = TimelineFile(path: folder + "/new.lineage", formerPath: folder + "/old.lineage")
        #expect(SmallFile.replace(folder + "/old.lineage", with: Array("-7 1 100\n".utf8)))
        #expect(try file.read() == TimelineRecord(position: position, generation: nil, file: nil))
        let record = TimelineRecord(position: position, generation: GenerationID(bits: 1), file: nil)
        try file.write(record)
        #expect(try file.read() == record)
    }

    @Test func `a folder that cannot be written to is named in one line`() throws {
        let file = TimelineFile(path: scratchFolder() + "/absent/vault.lineage")
        let fault = #expect(throws: SettingsFault.self) { try file.checkWritable() }
        #expect(fault?.description.contains("/absent/vault.lineage cannot be written") == true)
        #expect(fault?.description.contains("\n") == false)
    }
}
