/// Turns an `Encodable` type into JSON; the only encoder to which secrets agree.
///
/// Members come in the order the type writes them; optionals that are nil are absent. Infinities and NaN are refused.
public struct WireEncoder: Sendable {
    /// An encoder.
    public init() {}

    /// The value as JSON.
    /// - Throws: what the type itself throws, or `EncodingError` for what JSON cannot say.
    public func encode<T: Encodable>(_ value: T) throws -> JSON {
        try JSON(parsing: bytes(value), limits: .ownText)
    }

    /// The value as compact JSON bytes, written in one pass.
    ///
    /// A type must not write one member twice; debug builds stop at that.
    /// - Throws: what the type itself throws, or `EncodingError` for what JSON cannot say.
    public func bytes<T: Encodable>(_ value: T) throws -> [UInt8] {
        let sink = Sink(expecting: 256)
        try Encoding(sink: sink, parent: nil, step: .root).encode(whole: value)
        let bytes = sink.finish()
        assert((try? JSON(parsing: bytes, limits: .ownText)) != nil, "\(T.self) does not encode to strict JSON")
        return bytes
    }
}

extension JSONLimits {
    /// For text that this process wrote itself.
    static let ownText = JSONLimits(
        bytes: .max, depth: deepest, stringBytes: .max, numberBytes: .max, elements: .max)
}
