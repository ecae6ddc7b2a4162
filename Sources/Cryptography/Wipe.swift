import COpenSSL

/// Overwrites secrets in ordinary arrays.
public enum Wipe {
    /// Overwrites the array in place and empties it. Other copies of the array are not affected.
    public static func bytes(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { lk_wipe($0.baseAddress, $0.count) }
        bytes = []
    }
}
