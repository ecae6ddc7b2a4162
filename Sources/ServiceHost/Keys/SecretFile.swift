/// A file with one secret in its first line, with mode 0400 or 0600.
public enum SecretFile {
    /// Reads the first line.
    ///
    /// - Parameters:
    ///   - path: a path; a name without a slash is a file in the key folder.
    ///   - folder: the service's data folder.
    public static func read(_ path: String, in folder: DataFolder) throws(KeyFault) -> String {
        let file = path.contains("/") ? path : "\(folder.keys)/\(path)"
        let line = try KeyFolder.read(file).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let text = String(validating: line, as: UTF8.self), !text.isEmpty else {
            throw KeyFault("\(file) must hold a secret in its first line: write it there")
        }
        return text
    }

    /// Refuses a file without a secret that cannot be read, such as one with certificates.
    public static func requireReadable(_ path: String) throws(KeyFault) {
        guard let bytes = SmallFile.read(path), !bytes.isEmpty else {
            throw KeyFault("the file \(path) is missing or unreadable: put it there, or change the setting")
        }
    }
}
