extension String {
    /// Whether this is the given header name or word, in any case.
    ///
    /// - Parameter word: ASCII, in lower case.
    @inline(__always)
    func isField(_ word: StaticString) -> Bool {
        guard utf8.count == word.utf8CodeUnitCount else { return false }
        let mine = utf8.withContiguousStorageIfAvailable { mine in
            var difference: UInt8 = 0
            for place in 0..<mine.count { difference |= Self.lowered(mine[place]) ^ word.utf8Start[place] }
            return difference == 0
        }
        // Only a string that came from another runtime is stored in pieces.
        return mine ?? word.withUTF8Buffer { utf8.elementsEqual($0) { Self.lowered($0) == $1 } }
    }

    @inline(__always)
    private static func lowered(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 0x20 : byte }
}
