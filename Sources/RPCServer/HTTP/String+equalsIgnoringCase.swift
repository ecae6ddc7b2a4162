extension String {
    /// Compares with an ASCII word, ignoring ASCII case.
    ///
    /// - Parameter word: in lower case.
    @inline(__always)
    func equalsIgnoringCase(_ word: StaticString) -> Bool {
        guard utf8.count == word.utf8CodeUnitCount else { return false }
        let isEqual = utf8.withContiguousStorageIfAvailable { bytes in
            var difference: UInt8 = 0
            for index in 0..<bytes.count { difference |= Self.lowercased(bytes[index]) ^ word.utf8Start[index] }
            return difference == 0
        }
        // Native Swift strings are always contiguous.
        return isEqual ?? word.withUTF8Buffer { utf8.elementsEqual($0) { Self.lowercased($0) == $1 } }
    }

    @inline(__always)
    private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 0x20 : byte }
}
