import LatchkeyDevice

/// The file `unlock.share` of a profile folder, which holds the unlock share during the offline hours.
struct ShareFile: UnlockShareStorage {
    let path: String

    func read() throws -> [UInt8]? { try PrivateFile.contents(of: path) }
    func write(_ bytes: [UInt8]) throws { try PrivateFile.write(bytes, to: path) }
    func erase() throws { try PrivateFile.erase(path) }
}
