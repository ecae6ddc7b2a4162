import COpenSSL

/// Comparison whose duration depends only on the lengths.
public enum ConstantTime {
    /// True if both hold the same bytes. Different lengths are unequal at once, because the lengths are not secret.
    public static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        return a.withUnsafeBytes { a in
            b.withUnsafeBytes { b in lk_equal(a.baseAddress, b.baseAddress, a.count) == 1 }
        }
    }
}
