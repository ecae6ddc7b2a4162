import Primitives
import StrictJSON

/// A decoder without input: it returns samples and records which members and types were requested.
///
/// Decoding a `WireObject` with it yields the object's members, their order, their types and which are optional.
final class SchemaProbe: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [.wire: true]
    /// The shape recorded so far.
    fileprivate(set) var found: Schema?
    /// Describes the members; nil unless a `WireObject` is decoded.
    fileprivate let describe: ((any CodingKey) -> Field)?

    init(describe: ((any CodingKey) -> Field)? = nil) { self.describe = describe }

    /// Returns a sample of a type and records its shape in `found`.
    func sample<T: Decodable>(of type: T.Type) throws -> T {
        if let leaf = type as? any WireLeaf.Type { return try sample(ofLeaf: leaf) }
        if let object = type as? any WireObject.Type {
            let probe = SchemaProbe(describe: Self.describer(object))
            let value = try T(from: probe)
            let members = probe.found?.members ?? []
            found = .object(members, title: members.isEmpty ? nil : Self.title(of: type))
            return value
        }
        let probe = SchemaProbe()
        let value = try T(from: probe)
        found = probe.found
        return value
    }

    private func sample<T>(ofLeaf leaf: any WireLeaf.Type) throws -> T {
        found = .leaf(leaf.schema, title: leaf is any WireEnum.Type ? Self.title(of: leaf) : nil)
        guard let value = leaf.sample as? T else { throw UnsupportedType(name: "\(leaf)") }
        return value
    }

    /// The name of a type in documents: its Swift name without the module and the dots, such as `SessionStatusAnswer`.
    private static func title(of type: any Any.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined()
    }

    private static func describer<T: WireObject>(_ type: T.Type) -> (any CodingKey) -> Field {
        { key in
            guard let key = key as? T.CodingKeys else { preconditionFailure("\(type) decodes a key of another type") }
            return T.describe(key)
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedProbe<Key>(probe: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { ItemProbe(probe: self) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw UnsupportedType(name: "a single value")
    }

    fileprivate func note(_ name: String, key: any CodingKey, isRequired: Bool, schema: Schema) {
        guard let describe else { preconditionFailure("\(name) belongs to a type that is not a WireObject") }
        let member = Schema.Member(name: name, isRequired: isRequired, field: describe(key), schema: schema)
        found = .object((found?.members ?? []) + [member], title: nil)
    }

    /// A type or container of which the probe cannot make a sample.
    struct UnsupportedType: Error { let name: String }
}

private struct KeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: SchemaProbe
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try sample(type, key, isRequired: true) }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try sample(type, key, isRequired: false)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try sample(type, key, isRequired: false)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try sample(type, key, isRequired: false)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try sample(type, key, isRequired: false) }

    private func sample<T: Decodable>(_ type: T.Type, _ key: Key, isRequired: Bool) throws -> T {
        let inner = SchemaProbe()
        let value = try inner.sample(of: type)
        guard let shape = inner.found else { throw SchemaProbe.UnsupportedType(name: "\(type)") }
        probe.note(key.stringValue, key: key, isRequired: isRequired, schema: shape)
        return value
    }

    func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) throws -> KeyedDecodingContainer<N> {
        throw SchemaProbe.UnsupportedType(name: "a nested container")
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SchemaProbe.UnsupportedType(name: "a nested container")
    }
    func superDecoder() throws -> any Decoder { throw SchemaProbe.UnsupportedType(name: "a super decoder") }
    func superDecoder(forKey key: Key) throws -> any Decoder {
        throw SchemaProbe.UnsupportedType(name: "a super decoder")
    }
}

private struct ItemProbe: UnkeyedDecodingContainer {
    let probe: SchemaProbe
    var codingPath: [any CodingKey] { [] }
    let count: Int? = 1
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(probe: SchemaProbe) { self.probe = probe }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        currentIndex += 1
        let inner = SchemaProbe()
        let value = try inner.sample(of: type)
        guard let shape = inner.found else { throw SchemaProbe.UnsupportedType(name: "\(type)") }
        probe.found = .array(shape)
        return value
    }

    mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
        throw SchemaProbe.UnsupportedType(name: "a nested container")
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw SchemaProbe.UnsupportedType(name: "a nested container")
    }
    mutating func superDecoder() throws -> any Decoder { throw SchemaProbe.UnsupportedType(name: "a super decoder") }
}
