/// A string that is equal to another only if their UTF-8 bytes are the same.
///
/// Canonically equivalent strings are equal for Swift's `String`, but different names in JSON.
struct ExactString: Hashable {
    let string: String

    init(_ string: String) { self.string = string }

    static func == (left: ExactString, right: ExactString) -> Bool { left.string.hasSameBytes(as: right.string) }

    func hash(into hasher: inout Hasher) {
        var copy = string
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8(0xFF))
    }
}

extension String {
    /// Returns true if both have the same UTF-8 bytes. Length and Swift's `==` are compared first, because they are
    /// fast for strings that differ.
    @inline(__always)
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && self == other && hasBytes(of: other)
    }

    private func hasBytes(of other: String) -> Bool {
        var one = self
        var other = other
        return one.withUTF8 { one in other.withUTF8 { one.hasBytes(of: $0) } }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns true if both contain the same bytes; compares eight bytes at a time.
    func hasBytes(of other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        let (one, two) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
        var at = 0
        while at + 8 <= count {
            guard
                one.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                    == two.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            else { return false }
            at += 8
        }
        while at < count {
            guard one[at] == two[at] else { return false }
            at += 1
        }
        return true
    }
}
