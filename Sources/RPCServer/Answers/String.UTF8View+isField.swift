extension String.UTF8View {
    /// Whether this is the given header name, in any case.
    ///
    /// - Parameter name: in lower case.
    @inline(__always)
    func isField(_ name: some Collection<UInt8>) -> Bool {
        // Setting bit 5 lowers letters; the other characters of our names (digits, hyphen) have it set already.
        count == name.count && elementsEqual(name) { $0 | 0x20 == $1 }
    }
}
