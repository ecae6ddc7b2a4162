public import Contracts
public import Domain
import Glibc
import JSONRPC
import Primitives

/// The work of `keys publish`: makes the file of a key whose number is new, and publishes the key.
///
/// Of a number that was published before, no file is made: it would hold another key than the published one. On a second
/// host the file has to be copied from the first.
public struct KeyPublication {
    private let key: KeyID
    private let folder: String
    private let path: String

    /// - Parameters:
    ///   - folder: the path of the key folder.
    ///   - file: the name of the key's file.
    public init(key: KeyID, folder: String, file: String) {
        (self.key, self.folder) = (key, folder)
        path = "\(folder)/\(file)"
    }

    /// Publishes the key, and removes a file that was made for it if the service refuses the key. After a lost answer the
    /// file stays, since the key may be published.
    ///
    /// - Parameters:
    ///   - listing: lists the keys that the service has.
    ///   - reading: reads the key from a folder, which makes the file if it makes missing files.
    ///   - publishing: has the service read the file and publish the key.
    public func run(
        listing: () async throws -> [KeyView], reading: (KeyFolder) throws -> Void,
        publishing: () async throws -> KeyView
    ) async throws -> KeyView {
        let wasPublished = try await listing().contains { $0.key == key }
        let hadFile = access(path, F_OK) == 0
        if wasPublished, !hadFile {
            throw KeyFault(
                """
                \(key) was published before, and \(path) is missing: copy the file from another instance or from the safe copy \
                of the keys, with mode 0400, or publish a new number
                """)
        }
        try reading(KeyFolder(folder, random: .system, makesMissing: !wasPublished))
        do {
            return try await publishing()
        } catch let failure as AdministrationSocket.Failure {
            if !hadFile, failure.fault?.isKind(.keyRefused) == true { unlink(path) }
            throw failure
        }
    }
}
