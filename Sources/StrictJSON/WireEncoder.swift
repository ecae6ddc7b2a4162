/// Encodes `Encodable` types as JSON. It is the only encoder that can encode secrets.
///
/// Members are written in the order in which the type encodes them; optional members that are nil are absent.
/// Infinities and NaN are refused.
public struct WireEncoder: Sendable {
    public init() {}

    /// Encodes a value as JSON.
    ///
    /// - Throws: the errors of the type itself, `EncodingError` for a number that JSON does not have, or
    ///   `JSONSyntaxError` for a member that is encoded twice and for more than 512 levels.
    public func encode<T: Encodable>(_ value: T) throws -> JSON {
        try JSON(parsing: bytes(value), limits: .ownText)
    }

    /// Encodes a value as compact JSON bytes in one pass.
    ///
    /// A type must not encode a member twice or nest deeper than 512 levels; only debug builds check this.
    ///
    /// - Throws: the errors of the type itself, or `EncodingError` for a number that JSON does not have.
    public func bytes<T: Encodable>(_ value: T) throws -> [UInt8] {
        let output = OutputBuffer(expecting: 256)
        try ValueEncoder(output: output, parent: nil, step: .root).encode(whole: value)
        let bytes = output.finish()
        assert((try? JSON(parsing: bytes, limits: .ownText)) != nil, "\(T.self) does not encode to strict JSON")
        return bytes
    }
}

extension JSONLimits {
    /// No limits but the depth, for text that this process wrote itself.
    static let ownText = JSONLimits(
        bytes: .max, depth: deepest, stringBytes: .max, numberBytes: .max, elements: .max)
}
