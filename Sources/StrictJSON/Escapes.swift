/// Reads the backslash escapes of a string.
enum Escapes {
    /// Returns the string that the bytes between the quotes encode.
    ///
    /// - Parameters:
    ///   - raw: the bytes, already checked to be UTF-8.
    ///   - offset: the offset of `raw` in the text, for errors.
    static func resolve(_ raw: UnsafeBufferPointer<UInt8>, at offset: Int) throws(JSONSyntaxError) -> String {
        var resolved: [UInt8] = []
        resolved.reserveCapacity(raw.count)
        var at = 0
        while at < raw.count {
            let start = at
            while at < raw.count, raw[at] != Byte.backslash { at += 1 }
            resolved.append(contentsOf: raw[start..<at])
            guard at < raw.count else { break }
            if raw[at + 1] == Byte.u {
                let scalar = try scalar(raw, &at, offset)
                resolved.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else {
                guard let byte = single(raw[at + 1]) else { throw .unknownEscape(at: offset + at) }
                resolved.append(byte)
                at += 2
            }
        }
        return String(decoding: resolved, as: UTF8.self)
    }

    /// Reads the `\u` escape at `at`, or the two escapes of a surrogate pair, and moves `at` behind it.
    private static func scalar(
        _ raw: UnsafeBufferPointer<UInt8>, _ at: inout Int, _ offset: Int
    ) throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = at
        guard let first = unit(raw, at) else { throw .unknownEscape(at: offset + start) }
        at += 6
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), let second = unit(raw, at), UTF16.isTrailSurrogate(second) else {
            throw .loneSurrogate(at: offset + start)
        }
        at += 6
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    /// Returns the UTF-16 unit of the `\u` escape at `at`, or nil if there is none.
    private static func unit(_ raw: UnsafeBufferPointer<UInt8>, _ at: Int) -> UInt16? {
        guard at + 6 <= raw.count, raw[at] == Byte.backslash, raw[at + 1] == Byte.u else { return nil }
        var unit: UInt16 = 0
        for index in at + 2..<at + 6 {
            guard let digit = Byte.hexValue(raw[index]) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// Returns the byte that a two-character escape such as `\n` stands for, or nil if JSON has no such escape.
    private static func single(_ byte: UInt8) -> UInt8? {
        switch byte {
        case Byte.quote, Byte.backslash, 0x2F: byte
        case 0x62: 0x08
        case Byte.f: 0x0C
        case Byte.n: 0x0A
        case 0x72: 0x0D
        case Byte.t: 0x09
        default: nil
        }
    }
}
