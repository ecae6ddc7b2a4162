/// A string that equals another only byte for byte.
///
/// Swift's `String` takes canonically equivalent texts for equal; JSON names are compared by their code units, and a
/// hash of them must not depend on Unicode tables.
struct ExactString: Hashable {
    let string: String

    init(_ string: String) { self.string = string }

    static func == (left: ExactString, right: ExactString) -> Bool { left.string.isByteForByte(right.string) }

    func hash(into hasher: inout Hasher) {
        var copy = string
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8(0xFF))
    }
}

extension String {
    /// Whether both have the same UTF-8 bytes. Length and Swift's own comparison go first: they are quick to say no.
    @inline(__always)
    func isByteForByte(_ other: String) -> Bool {
        utf8.count == other.utf8.count && self == other && hasBytes(of: other)
    }

    private func hasBytes(of other: String) -> Bool {
        var one = self
        var other = other
        return one.withUTF8 { one in other.withUTF8 { one.hasBytes(of: $0) } }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether both hold the same bytes, compared eight at a time.
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
