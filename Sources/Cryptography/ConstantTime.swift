import COpenSSL

/// Comparison whose time tells only the lengths.
public enum ConstantTime {
    /// Whether both hold the same bytes. Different lengths are unequal at once: lengths are no secret here.
    public static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        return a.withUnsafeBytes { a in
            b.withUnsafeBytes { b in lk_equal(a.baseAddress, b.baseAddress, a.count) == 1 }
        }
    }
}
