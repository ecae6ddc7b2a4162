/// Writes the members of an object in their order, faster than the keyed container of an `Encoder`, which allocates an
/// encoder for each member that is not a number, a text or a Boolean.
///
/// It is meant for types of which one answer contains thousands.
public struct ObjectWriter<Key: CodingKey> {
    private let encoder: ValueEncoder

    /// Begins the object that a type encodes itself as; nil unless a ``WireEncoder`` encodes it.
    public init?(_ encoder: any Encoder, keyedBy type: Key.Type) {
        guard let encoder = encoder as? ValueEncoder else { return nil }
        self.encoder = encoder
        encoder.beginObject()
    }

    public func write(_ key: Key, _ value: String) {
        encoder.beginMember(key.stringValue)
        encoder.output.bytes.appendString(value)
    }

    public func write(_ key: Key, _ value: some FixedWidthInteger) {
        encoder.beginMember(key.stringValue)
        encoder.write(value)
    }

    /// Writes any other value as the keyed container does.
    public func write<T: Encodable>(_ key: Key, encoding value: T) throws {
        encoder.beginMember(key.stringValue)
        try encoder.encode(value, at: .member(key.stringValue))
    }

    public func write(_ key: Key, _ value: JSONObject) {
        encoder.beginMember(key.stringValue)
        JSON.object(value).encode(into: &encoder.output.bytes)
    }
}
