import COpenSSL

/// Overwriting of secrets in ordinary arrays.
public enum Wipe {
    /// Overwrites the array in place and empties it. Copies made elsewhere (another holder of the same array) stay.
    public static func bytes(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { lk_wipe($0.baseAddress, $0.count) }
        bytes = []
    }
}
