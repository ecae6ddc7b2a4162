extension JSON {
    /// Parses one JSON text, strictly by RFC 8259.
    ///
    /// Refused are bytes that are not UTF-8, a byte order mark, a member named twice, NaN and infinities, half
    /// surrogate pairs, raw control characters, trailing bytes or commas, and every text that exceeds `limits`.
    ///
    /// - Throws: the first reason found, with its byte offset.
    public init(parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = .standard) throws(JSONSyntaxError) {
        var scanner = Scanner(bytes.assumingMemoryBound(to: UInt8.self), limits: limits)
        self = try scanner.text()
    }

    public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONSyntaxError) {
        self = try bytes.withUnsafeBytes { Self.parse($0, limits) }.get()
    }

    public init(parsing text: String, limits: JSONLimits = .standard) throws(JSONSyntaxError) {
        var text = text
        self = try text.withUTF8 { Self.parse(UnsafeRawBufferPointer($0), limits) }.get()
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer, _ limits: JSONLimits) -> Result<JSON, JSONSyntaxError> {
        Result { () throws(JSONSyntaxError) in try JSON(parsing: bytes, limits: limits) }
    }
}
