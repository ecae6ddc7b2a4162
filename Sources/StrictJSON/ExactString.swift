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
    /// Whether both have the same UTF-8 bytes. Swift's comparison goes first: it is quick to say no.
    func isByteForByte(_ other: String) -> Bool {
        self == other && utf8.elementsEqual(other.utf8)
    }
}
