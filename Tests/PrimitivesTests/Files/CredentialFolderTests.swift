import Glibc
import Primitives
import Support
import Testing

@Suite struct CredentialFolderTests {
    private func made(_ path: String) -> String {
        close(open(path, O_CREAT | O_WRONLY, 0o440))
        return path
    }

    @Test func `a file is in the folder of the credentials if its path without links is`() {
        let folder = scratchFolder(), other = scratchFolder()
        let inside = made("\(folder)/link.key"), outside = made("\(other)/link.key")
        #expect(CredentialFolder.contains(inside, folder: folder))
        #expect(CredentialFolder.contains(inside, folder: folder + "/"))
        #expect(!CredentialFolder.contains(outside, folder: folder))
        #expect(!CredentialFolder.contains(inside, folder: nil))
        #expect(!CredentialFolder.contains(inside, folder: "/"))
        #expect(!CredentialFolder.contains(folder, folder: folder))
        #expect(!CredentialFolder.contains("\(folder)/none", folder: folder))
        // A link that leads out of the folder does not make a file a credential; one that leads into it does.
        symlink(outside, "\(folder)/away.key")
        symlink(inside, "\(other)/here.key")
        #expect(!CredentialFolder.contains("\(folder)/away.key", folder: folder))
        #expect(CredentialFolder.contains("\(other)/here.key", folder: folder))
        // A folder whose name only begins alike is another one.
        mkdir(folder + "-2", 0o700)
        #expect(!CredentialFolder.contains(made("\(folder)-2/link.key"), folder: folder))
    }

    @Test func `only there a secret may be readable for its group, and nowhere for others`() {
        #expect(CredentialFolder.refusedBits(of: "/etc/hostname") == 0o077)
    }
}
