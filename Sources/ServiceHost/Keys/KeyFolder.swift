public import Cryptography
import Glibc
public import Primitives

/// The folder of key files. They have mode 0400 or 0600, belong to the service's user or to root, and are in no
/// database backup.
///
/// Missing files are made in a demonstration and by the commands `keys init` and `keys publish`. Otherwise the service
/// refuses to start and names the missing file.
public struct KeyFolder: Sendable {
    public let path: String
    private let random: RandomSource
    let makesMissing: Bool

    /// - Parameter makesMissing: makes the folder and its files if they are missing.
    public init(_ path: String, random: RandomSource, makesMissing: Bool) throws(KeyFault) {
        self.path = path
        self.random = random
        self.makesMissing = makesMissing
        if makesMissing { mkdir(path, 0o700) }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw KeyFault("the key folder \(path) is missing: restore it, or make new keys with the command keys init")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw KeyFault("the key folder \(path) can be changed by others: chmod 0700 \(path)")
        }
        if let problem = FileOwnership.problem(path, "the key folder") { throw KeyFault(problem) }
    }

    /// Reads a secret of 32 bytes from the file `<name>.key`.
    public func secret(_ name: String) throws(KeyFault) -> Key256 {
        guard let key = Key256(try bytes("\(name).key", count: 32) { $0.bytes(32) }) else {
            throw KeyFault("\(path)/\(name).key must hold exactly 32 bytes")
        }
        return key
    }

    /// Reads a file of the folder. A missing one is made first if the folder makes missing files.
    ///
    /// - Parameters:
    ///   - count: the only length allowed, in bytes; nil allows every length.
    ///   - make: generates the content of a missing file.
    public func bytes(_ name: String, count: Int?, make: (RandomSource) -> [UInt8]) throws(KeyFault) -> [UInt8] {
        let file = "\(path)/\(name)"
        if makesMissing, access(file, F_OK) != 0 {
            try Self.write(make(random), to: file, draftNumber: random.uint64())
        }
        let bytes = try Self.read(file)
        if let count, bytes.count != count {
            throw KeyFault("\(file) holds \(bytes.count) bytes and must hold \(count): restore it from its safe copy")
        }
        return bytes
    }

    /// The sorted names of the files with this suffix.
    public func files(endingIn suffix: String) -> [String] {
        FolderListing.names(in: path).filter { $0.hasSuffix(suffix) }
    }

    /// Writes a complete file or none. If two processes make the same file at once, the file of the first stays, and
    /// both read it afterwards.
    private static func write(_ bytes: [UInt8], to path: String, draftNumber: UInt64) throws(KeyFault) {
        let draft = "\(path).\(String(draftNumber, radix: 16))"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw KeyFault("\(path) cannot be made: \(String(cString: strerror(errno)))") }
        let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        fsync(file)
        close(file)
        defer { unlink(draft) }
        guard written == bytes.count else { throw KeyFault("\(path) cannot be written: the disk may be full") }
        guard link(draft, path) == 0 || errno == EEXIST else {
            throw KeyFault("\(path) cannot be made: \(String(cString: strerror(errno)))")
        }
    }

    /// The largest size of a key file, in bytes.
    private static let maxBytes = 16 << 10

    /// Reads a file that only its owner can read, and that belongs to this service's user or to root.
    static func read(_ path: String) throws(KeyFault) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe in the file's place would block the start for ever.
        let file = open(path, O_RDONLY | O_NONBLOCK)
        guard file >= 0 else {
            throw KeyFault("the key file \(path) is missing or unreadable: restore it from its safe copy")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw KeyFault("the key file \(path) is not a regular file: restore it from its safe copy")
        }
        guard status.st_mode & CredentialFolder.refusedBits(of: path) == 0 else {
            throw KeyFault("the key file \(path) can be read by others: chmod 0400 \(path)")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw KeyFault("the key file \(path) belongs to another user: chown it to this service's")
        }
        guard status.st_size <= maxBytes else {
            throw KeyFault("the key file \(path) is longer than \(maxBytes) bytes: restore it from its safe copy")
        }
        var bytes = [UInt8](repeating: 0, count: maxBytes)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
        guard count > 0 else { throw KeyFault("the key file \(path) is empty: restore it from its safe copy") }
        return Array(bytes.prefix(count))
    }
}

/// One line for the administrator: which key file is wrong, and what to do.
public struct KeyFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ line: String) { description = line }
}
